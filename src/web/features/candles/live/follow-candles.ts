import type { Candle } from '../../../../wire/candles.ts'
import { Following, type FollowPlaces, type FollowState } from './candle-follower.ts'

export type { FollowState } from './candle-follower.ts'

export interface FollowOptions {
  /**
   * False while nothing is to move, or nobody looks. Asked twice a second and when the page's visibility changes; what
   * was missed is read when it is true again. By default true while the page is seen.
   */
  allowed?: () => boolean
  /** Told of every change; at first candles are asked for. */
  onState?: (state: FollowState) => void
  places?: Partial<FollowPlaces>
}

const look = 500
const isSeen = (): boolean => typeof document === 'undefined' || document.visibilityState !== 'hidden'

/**
 * Follows the candles of a candle id from the newest one that is held: by the node's candle stream where it offers one
 * (wire.md 6.6), otherwise by asking every two seconds. `since` gives the start of the newest held candle (Unix
 * nanoseconds), undefined while there is none. `onCandles` gets candles in ascending order, the first one or more of them
 * possibly held already; it must have taken them when it returns. Whenever one way takes over from the other, and after
 * every pause, what lies between is read first: every candle arrives in its last state. Returns what ends it.
 */
export function followCandles(
  candleId: string,
  since: () => string | undefined,
  onCandles: (candles: Candle[]) => void,
  options: FollowOptions = {},
): () => void {
  const { allowed = isSeen, onState = () => undefined, places = {} } = options
  const following = new Following({ candleId, since, onCandles, onState, places })
  const check = (): void => {
    if (allowed() !== following.paused) return
    if (following.paused) following.resume()
    else following.pause()
  }
  const timer = setInterval(check, look)
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
