import { siteFile } from '../../../format/site.ts'
import { createObservable } from '../../../observable.ts'
import type { AlertChannels, Change } from '../watcher/alerts.ts'
import { listen } from '../../../listen.ts'

/** Two short tones for each state: lower and falling for worse, rising for the end of a ban. */
const tones: Readonly<Record<Change['state'], readonly [number, number]>> = {
  watch: [660, 660],
  near: [660, 550],
  work: [660, 550],
  sla: [660, 550],
  limit: [550, 440],
  unread: [550, 440],
  banned: [440, 330],
  confirming: [440, 330],
  free: [520, 780],
  clear: [520, 780],
  read: [520, 780],
}

const [length, pause, volume] = [0.14, 0.18, 0.12]
let audio: AudioContext | undefined

/** Plays the two tones of a state. Browsers allow sound only after a click or key press on the page. */
export function playTones(state: Change['state']): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const { currentTime, destination } = audio
  void audio.resume().catch(() => undefined)
  for (const [index, frequency] of tones[state].entries()) {
    const start = currentTime + index * pause
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setTargetAtTime(volume, start, 0.01)
    gain.gain.setTargetAtTime(0, start + length, 0.02)
    const tone = new OscillatorNode(audio, { frequency })
    tone.connect(gain).connect(destination)
    tone.start(start)
    tone.stop(start + length + 0.2)
  }
}

/** Whether this browser shows notifications: `insecure` on plain http, `outside` on phones that show none of an open page. */
export type NotificationState = 'granted' | 'default' | 'denied' | 'insecure' | 'outside'

const isOutside = createObservable(false)
/** Kept while it is shown: Chromium asks another process each time that it is read. */
const permission = createObservable<NotificationPermission | undefined>(undefined, () => {
  readPermission()
  // Where the reader changes it is outside of the page.
  const stops = [listen(window, { focus: readPermission }), listen(document, { visibilitychange: readPermission })]
  return () => stops.forEach((stop) => stop())
})

function readPermission(): void {
  permission.set(globalThis.Notification?.permission)
}

export const notificationState = {
  get: (): NotificationState => {
    if (typeof Notification === 'undefined') return 'insecure'
    return isOutside.get() ? 'outside' : (permission.get() ?? Notification.permission)
  },
  subscribe: (listener: () => void): (() => void) => {
    const stops = [isOutside.subscribe(listener), permission.subscribe(listener)]
    return () => stops.forEach((stop) => stop())
  },
}

/** Requests the permission to notify where it is undecided. */
export async function allowNotifications(): Promise<void> {
  readPermission()
  if (notificationState.get() === 'default') permission.set(await Notification.requestPermission())
}

/** The last alert of this tab: Unix milliseconds, its text, and whether it was shown as a notification. */
export const lastAlert = createObservable<{ at: number; words: string; isShown: boolean } | undefined>(undefined)

/** Notifications of the same party replace each other, also between tabs; false where this browser shows none. */
function show(title: string, words: string, key: string): boolean {
  readPermission()
  if (notificationState.get() !== 'granted') return false
  try {
    const shown = new Notification(title, { body: words, tag: `lyra ${key}`, icon: siteFile('favicon.svg') })
    shown.addEventListener('click', () => window.focus())
    return true
  } catch {
    isOutside.set(true)
    return false
  }
}

const notify: AlertChannels['notify'] = (title, words, key) =>
  lastAlert.set({ at: Date.now(), words: `${title}: ${words}`, isShown: show(title, words, key) })

export const browserAlerts: AlertChannels = { notify, sound: playTones }
