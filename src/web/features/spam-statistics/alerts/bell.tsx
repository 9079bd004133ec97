import { useId, type ReactNode } from 'react'
import { clockTime, formatInstant, fromMilliseconds } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { setSpam } from '../../../preferences/set-preferences.ts'
import { type AlertState, alertStates, isSnoozed, maxSnooze } from '../../../preferences/preferences.ts'
import { usePreference, useZone } from '../../../preferences/use-preferences.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Switch } from '../../../ui/inputs/toggle.tsx'
import { placePopup } from '../../../ui/overlays/place-popup.ts'
import { useNow } from '../../../ui/use-now.ts'
import { maxParties } from '../wall.ts'
import { useObservable } from '../../../use-observable.ts'
import {
  allowNotifications,
  browserAlerts,
  lastAlert,
  type NotificationState,
  notificationState,
} from './browser-alerts.ts'
import styles from './bell.module.css'

const alertWords: Readonly<Record<AlertState, string>> = {
  near: 'near a limit',
  limit: 'at a limit',
  banned: 'banned',
  work: 'running out of proof of work',
  sla: 'behind on its SLA',
}

const permissionWords: Readonly<Record<NotificationState, string>> = {
  granted: 'Notifications are allowed in this browser.',
  default: 'Notifications are not allowed yet.',
  denied: 'This browser blocks notifications from this page: allow them in its site settings.',
  insecure: 'This browser shows notifications only on https pages.',
  outside: 'This browser shows no notifications of an open page: use sound, or those of the service.',
}

const minuteMs = 60_000
const snoozes = [
  { value: '30', label: '30 min' },
  { value: `${maxSnooze}`, label: '2 h' },
] as const

/** How many parties are watched, and whether their alerts can reach the reader. */
function Reach(): ReactNode {
  const permission = useObservable(notificationState)
  const watched = usePreference('watched').length
  const live = usePreference('live')
  const { poll } = usePreference('spam')
  return (
    <p className={styles.reach}>
      {watched === 0
        ? 'No party is watched yet: mark one with its star. '
        : `${plural(watched, 'party is', 'parties are')} watched. `}
      {watched > maxParties && `Only the first ${maxParties} are read: the others raise no alerts. `}
      {(!live || poll === 0) && 'Updates are paused, so there are no alerts. '}
      {permissionWords[permission]}{' '}
      {permission === 'default' && (
        <button type="button" className="link" onClick={() => void allowNotifications()}>
          Allow
        </button>
      )}
    </p>
  )
}

function Snooze(): ReactNode {
  const { snoozedUntil } = usePreference('spam')
  const zone = useZone()
  const snoozed = useNow((now) => isSnoozed({ snoozedUntil }, now))
  const until = clockTime(fromMilliseconds(snoozedUntil), zone)
  return (
    <div className={styles.row}>
      <span>{snoozed ? `Snoozed until ${until}` : 'Snooze'}</span>
      <Segmented
        label="Snooze"
        value={snoozed ? undefined : 'off'}
        onChange={(value) => setSpam({ snoozedUntil: value === 'off' ? 0 : Date.now() + Number(value) * minuteMs })}
        options={[{ value: 'off', label: 'Off' }, ...snoozes]}
      />
    </div>
  )
}

function LastAlert(): ReactNode {
  const last = useObservable(lastAlert)
  const zone = useZone()
  const { sound } = usePreference('spam')
  const test = (): void => {
    void allowNotifications().then(() => browserAlerts.notify('Lyra', 'A test: alerts look like this', 'test'))
    if (sound) browserAlerts.sound('near')
  }
  return (
    <div className={styles.row}>
      <small>
        {last &&
          `${last.isShown ? 'Last sent' : 'Not shown'} ${formatInstant(fromMilliseconds(last.at), zone, { date: false })}: ${last.words}`}
      </small>
      <Button small onClick={test}>
        Send a test
      </Button>
    </div>
  )
}

/** Which changes of watched parties raise an alert, and how. None is chosen at first. */
export function AlertSettings(): ReactNode {
  const id = useId()
  const { notify, sound } = usePreference('spam')
  const tell = (state: AlertState, on: boolean): void => {
    setSpam({ notify: [...notify.filter((other) => other !== state), ...(on ? [state] : [])] })
    if (on) void allowNotifications()
  }
  return (
    <div className={styles.settings}>
      <p id={id} className={styles.question}>
        Tell me when a watched party is
      </p>
      <div role="group" aria-labelledby={id} className={styles.states}>
        {alertStates.map((state) => (
          <Switch key={state} on={notify.includes(state)} onChange={(on) => tell(state, on)}>
            {alertWords[state]}
          </Switch>
        ))}
      </div>
      <Reach />
      <Switch
        on={sound}
        onChange={(on) => {
          setSpam({ sound: on })
          // Playing the sound once also makes the browser allow later ones.
          if (on) browserAlerts.sound('near')
        }}
      >
        Sound
      </Switch>
      <Snooze />
      <LastAlert />
      <p className={styles.foot}>
        Also when limits are unknown for two minutes. Lyra must be open; in a hidden tab, alerts may be a minute late.{' '}
        <Anchor className="link" href="/help#alerts-without-a-browser">
          Alerts to phones and pagers
        </Anchor>
      </p>
    </div>
  )
}

/** The button that opens the alert settings; it says whether alerts are on. */
export function Bell(): ReactNode {
  const id = useId()
  const { notify, snoozedUntil } = usePreference('spam')
  const snoozed = useNow((now) => isSnoozed({ snoozedUntil }, now))
  const state = notify.length === 0 ? 'off' : snoozed ? 'snoozed' : 'on'
  return (
    <>
      <Button
        small
        icon="bell"
        popoverTarget={id}
        aria-label={`Tell me when\u2026 Alerts are ${state}`}
        pressed={state === 'on'}
      >
        Tell me when{'\u2026'}
      </Button>
      <div id={id} popover="auto" className={styles.popup} onToggle={placePopup}>
        <AlertSettings />
      </div>
    </>
  )
}
