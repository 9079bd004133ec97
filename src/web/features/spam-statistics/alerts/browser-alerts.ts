import type { AlertState } from '../../../preferences/preferences.ts'
import type { AlertChannels } from '../watcher/alerts.ts'

/** Two short tones for each state: lower and falling for worse, rising for the end of a ban. */
const tones: Readonly<Record<AlertState, readonly [number, number]>> = {
  watch: [660, 660],
  near: [660, 550],
  limit: [550, 440],
  banned: [440, 330],
  free: [520, 780],
}

const [length, pause, volume] = [0.14, 0.18, 0.12]
let audio: AudioContext | undefined

/** Plays the two tones of a state. Browsers allow sound only after a click or key press on the page. */
export function playTones(state: AlertState): void {
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

/** Notifications of the same party replace each other, also between tabs. */
function notify(title: string, words: string, key: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body: words, tag: `lyra ${key}`, icon: '/favicon.svg' })
    shown.addEventListener('click', () => window.focus())
  } catch {
    // Some phones allow notifications from service workers only.
  }
}

export const browserAlerts: AlertChannels = { notify, sound: playTones }
