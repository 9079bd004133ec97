import { setSpam } from '../../../preferences/lists.ts'
import { type AlertState, alertStates } from '../../../preferences/preferences.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { alertWords, allowNotifications } from '../../../ui/feedback/alerts.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { playTones } from './browser-alerts.ts'

const minuteMs = 60_000
const snoozes = [
  { label: 'Snooze 15 minutes', lengthMs: 15 * minuteMs },
  { label: 'Snooze 2 hours', lengthMs: 120 * minuteMs },
] as const

/** Items that add a state to the chosen ones or remove it; `onAdd` runs when it is added. */
const stateItems = (
  chosen: readonly AlertState[],
  choose: (states: AlertState[]) => void,
  onAdd: (state: AlertState) => void,
): MenuItem[] =>
  alertStates.map((state) => ({
    label: alertWords[state],
    checked: chosen.includes(state),
    onSelect: () => {
      if (chosen.includes(state)) return choose(chosen.filter((other) => other !== state))
      choose([...chosen, state])
      onAdd(state)
    },
  }))

/** Chooses which changes raise an alert while the page is open, and snoozes alerts. None is chosen at first. */
export function AlertsMenu() {
  const { notify, sound, snoozedUntil } = usePreference('spam')
  const snoozed = snoozedUntil > useNow()
  const on = notify.length + sound.length > 0
  return (
    <Menu
      icon="bell"
      label={!on ? 'Alerts are off' : snoozed ? 'Alerts are snoozed' : 'Alerts are on'}
      items={[
        { heading: 'Notify, once per change' },
        ...stateItems(
          notify,
          (states) => setSpam({ notify: states }),
          () => void allowNotifications(),
        ),
        'line',
        { heading: 'Sound, once per change' },
        // Playing the sound once also makes the browser allow later ones.
        ...stateItems(sound, (states) => setSpam({ sound: states }), playTones),
        'line',
        ...(snoozed
          ? [{ label: 'End the snooze', onSelect: () => setSpam({ snoozedUntil: 0 }) }]
          : snoozes.map(({ label, lengthMs }) => ({
              label,
              disabled: !on,
              onSelect: () => setSpam({ snoozedUntil: Date.now() + lengthMs }),
            }))),
      ]}
    />
  )
}
