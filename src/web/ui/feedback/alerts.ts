import type { AlertState } from '../../preferences/preferences.ts'
import { toast } from '../overlays/toast.tsx'

export const alertWords: Readonly<Record<AlertState, string>> = {
  watch: 'Watch',
  near: 'Near',
  limit: 'At limit',
  banned: 'Banned',
  free: 'Ban over',
}

/** Requests the permission to notify where it is not decided yet; a toast says when nothing will be shown. */
export async function allowNotifications(): Promise<void> {
  if (typeof Notification === 'undefined') return toast('This browser shows notifications on secure addresses only.')
  const answer =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
  if (answer !== 'granted') toast('The browser does not allow notifications of this page.')
}
