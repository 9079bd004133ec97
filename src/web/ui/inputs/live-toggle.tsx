import { afterPaint } from '../../router/after-paint.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { Switch } from './switch.tsx'
import { Toggle } from './toggle.tsx'

/** Switches live updates for all pages and tabs; with `single` as one button. */
export function LiveToggle({ single = false }: { single?: boolean }) {
  const live = usePreference('live')
  const isArchive = usePreference('node').startsWith('archive:')
  if (isArchive) return <span className="muted">Live is off: an archive does not change</span>
  const change = (live: boolean): void => afterPaint(() => preferences.set({ live }))
  if (single) {
    return (
      <Toggle on={live} title="Follow new trades (P)" onToggle={() => change(!live)}>
        Live
      </Toggle>
    )
  }
  return (
    <Switch on={live} onChange={change}>
      Live
    </Switch>
  )
}
