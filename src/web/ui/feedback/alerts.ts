import type { AlertState } from '../../preferences/preferences.ts'
import { toast } from '../overlays/toast.tsx'
import { riskWords } from '../../../wire/spam/risk-state.ts'

export const alertWords: Readonly<Record<AlertState, string>> = { ...riskWords, free: 'Ban over' }

/** Requests the permission to notify where it is undecided; a toast reports a refusal. */
export async function allowNotifications(): Promise<void> {
  if (typeof Notification === 'undefined') return toast('This browser shows notifications only on https pages.')
  const answer =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
  if (answer !== 'granted') toast('The browser blocks notifications from this page.')
}
