import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from '../../router/use-location.ts'
import { showsTime } from '../navigation/navigation-items.ts'

/** Loaded only where a page shows time. Without it the page's own controls remain. */
const TimeRange = lazy(() =>
  import('./time-range.tsx').then(
    (module): { default: ComponentType<{ bare?: boolean }> } => ({ default: module.TimeRange }),
    () => ({ default: () => null }),
  ),
)

/** The picker of range and zone in the header, on pages that show time. */
export function TimeRangeSlot({ className, bare = false }: { className?: string | undefined; bare?: boolean }) {
  const { pathname, search } = useLocation()
  if (!showsTime(pathname, search)) return null
  return (
    <div className={className}>
      <Suspense>
        <TimeRange bare={bare} />
      </Suspense>
    </div>
  )
}
