import type { Candle } from '../../../../wire/candles.ts'
import { Following, type FollowPlaces, type FollowState } from './candle-follower.ts'

export type { FollowState } from './candle-follower.ts'

export interface FollowOptions {
  /**
   * Returns false while nothing should update, for example when the page is hidden. Checked twice a second and on visibility
   * changes. Missed candles are read once it returns true again. Default: true while the page is visible.
   */
  allowed?: () => boolean
  /** Called on every change. The initial state is polling. */
  onState?: (state: FollowState) => void
  places?: Partial<FollowPlaces>
}

const checkIntervalMs = 500
const isPageVisible = (): boolean => typeof document === 'undefined' || document.visibilityState !== 'hidden'

/**
 * Follows the candles of a candle id from the newest loaded one: through the node's candle stream if it has one (wire.md 6.6),
 * otherwise by polling every two seconds. `since` returns the start of the newest loaded candle (Unix nanoseconds), undefined
 * if there is none. `onCandles` receives candles in ascending order, of which the first ones may already be loaded; it must
 * store them before it returns. After each switch between stream and polling, and after each pause, missed candles are read
 * first, so that each candle arrives in its final state. Returns a function that stops following.
 */
export function followCandles(
  candleId: string,
  since: () => string | undefined,
  onCandles: (candles: Candle[]) => void,
  options: FollowOptions = {},
): () => void {
  const { allowed = isPageVisible, onState = () => undefined, places = {} } = options
  const following = new Following({ candleId, since, onCandles, onState, places })
  const check = (): void => {
    if (allowed() !== following.paused) return
    if (following.paused) following.resume()
    else following.pause()
  }
  const timer = setInterval(check, checkIntervalMs)
  const page = typeof document === 'undefined' ? undefined : document
  page?.addEventListener('visibilitychange', check)
  if (allowed()) following.start()
  else following.pause()
  return () => {
    clearInterval(timer)
    page?.removeEventListener('visibilitychange', check)
    following.stop()
  }
}
