import { type ComponentType, lazy, Suspense } from 'react'
import type { Search } from '../../router/search-text.ts'
import { useLocation } from '../../router/use-location.ts'
import { type Place, placeOf, places } from '../navigation/navigation-items.ts'

/** Loaded only where a page shows time. Without it the page's own controls remain. */
const TimeRange = lazy(() =>
  import('./time-range.tsx').then(
    (module): { default: ComponentType<{ bare?: boolean }> } => ({ default: module.TimeRange }),
    () => ({ default: () => null }),
  ),
)

/** Whether the address has something whose time can be chosen: a form that asks for a party, or a file, has not. */
function showsTime(place: Place | undefined, pathname: string, search: Search): boolean {
  if (!place?.timed) return false
  if (place.needs) return pathname !== place.href({})
  return place.name !== places.statement.name || (search['partyId'] !== undefined && search['run'] === undefined)
}

/** The picker of range and zone in the header, on pages that show time. */
export function TimeRangeSlot({ className, bare = false }: { className?: string | undefined; bare?: boolean }) {
  const { pathname, search } = useLocation()
  if (!showsTime(placeOf(pathname), pathname, search)) return null
  return (
    <div className={className}>
      <Suspense>
        <TimeRange bare={bare} />
      </Suspense>
    </div>
  )
}
