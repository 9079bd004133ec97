import { afterPaint } from '../../router/after-paint.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { Segmented } from './segmented.tsx'

const options = [
  { value: 'live', label: 'Auto' },
  { value: 'paused', label: 'Paused' },
] as const

/** Switches live updates for all pages and tabs. */
export function LiveToggle() {
  const live = usePreference('live')
  const isArchive = usePreference('node').startsWith('archive:')
  if (isArchive) return <span className="muted">Live is off: an archive does not change</span>
  return (
    <Segmented
      label="Updates"
      options={options}
      value={live ? 'live' : 'paused'}
      onChange={(value) => afterPaint(() => preferences.set({ live: value === 'live' }))}
    />
  )
}
