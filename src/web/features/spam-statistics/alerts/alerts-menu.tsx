import { useCallback, useSyncExternalStore } from 'react'
import { setSpam } from '../../../preferences/lists.ts'
import { type AlertState, alertStates } from '../../../preferences/preferences.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { alertWords, allowNotifications } from '../../../ui/feedback/alerts.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { playTones } from './voice.ts'

const minute = 60_000
const longestTimer = 2_147_483_647
const snoozes = [
  { label: 'Snooze 15 minutes', length: 15 * minute },
  { label: 'Snooze 2 hours', length: 120 * minute },
] as const

const toggled = (states: readonly AlertState[], state: AlertState): AlertState[] =>
  states.includes(state) ? states.filter((other) => other !== state) : [...states, state]

/** Chooses a notification; the browser asks the reader the first time. */
function chooseNotification(states: readonly AlertState[], state: AlertState): void {
  setSpam({ notify: toggled(states, state) })
  if (!states.includes(state)) void allowNotifications()
}

/** Chooses a sound and lets it be heard, which also allows the page to be heard later. */
function chooseSound(states: readonly AlertState[], state: AlertState): void {
  setSpam({ sound: toggled(states, state) })
  if (!states.includes(state)) playTones(state)
}

/** Whether nothing is told before `until` (Unix milliseconds); renders again when that has come. */
function useSnoozed(until: number): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setTimeout(changed, Math.max(0, Math.min(until - Date.now(), longestTimer)))
      return () => clearTimeout(timer)
    },
    [until],
  )
  return useSyncExternalStore(subscribe, () => until > Date.now())
}

/** What the reader is told of while the page is open, and for how long not. Nothing is told unless chosen. */
export function AlertsMenu() {
  const { notify, sound, snoozedUntil } = usePreferences().spam
  const snoozed = useSnoozed(snoozedUntil)
  const on = notify.length + sound.length > 0
  const item = (state: AlertState, states: readonly AlertState[], choose: () => void): MenuItem => ({
    label: alertWords[state],
    checked: states.includes(state),
    onSelect: choose,
  })
  return (
    <Menu
      icon="bell"
      label={!on ? 'Alerts are off' : snoozed ? 'Alerts are snoozed' : 'Alerts are on'}
      items={[
        { heading: 'Notify, once per change' },
        ...alertStates.map((state) => item(state, notify, () => chooseNotification(notify, state))),
        'line',
        { heading: 'Sound, once per change' },
        ...alertStates.map((state) => item(state, sound, () => chooseSound(sound, state))),
        'line',
        ...(snoozed
          ? [{ label: 'End the snooze', onSelect: () => setSpam({ snoozedUntil: 0 }) }]
          : snoozes.map(({ label, length }) => ({
              label,
              disabled: !on,
              onSelect: () => setSpam({ snoozedUntil: Date.now() + length }),
            }))),
      ]}
    />
  )
}
