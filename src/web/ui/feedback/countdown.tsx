import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatCountdown } from '../../format/duration.ts'
import { toMilliseconds } from '../../format/time.ts'
import styles from './countdown.module.css'
import { tick } from '../ticker.ts'

const nsPerSecond = 1_000_000_000n

/** When a listener is told how much is left: not every second. */
const announced: readonly [ns: bigint, words: string][] = [
  [600n * nsPerSecond, '10 minutes left'],
  [60n * nsPerSecond, '1 minute left'],
  [10n * nsPerSecond, '10 seconds left'],
  [0n, 'Time is up'],
]

export interface CountdownProps {
  /** The end, Unix nanoseconds. */
  until: bigint
  /** The clock to count by: the node's, not the reader's. Unix nanoseconds. */
  now: () => bigint
  /** Once per end, when it is reached. */
  onEnd?: () => void
  size?: 'inline' | 'figure' | 'large'
  /** What runs out, said before the time to listeners. */
  label?: string
  /** Says nothing to listeners: another countdown to the same end does. */
  silent?: boolean
}

/** Whole seconds, rounded up. */
const secondsOf = (ns: bigint): number => (ns <= 0n ? 0 : Number((ns + nsPerSecond - 1n) / nsPerSecond))

/** A clock that is known better by the second must not make time run back: less than this is waited out. */
const minJump = 3

/** What to show after `shown` when `next` seconds are left: never a little more than before. */
export const steady = (shown: number | undefined, next: number): number =>
  shown !== undefined && next > shown && next - shown < minJump ? shown : next

/**
 * Time left, computed from its end each second and rounded up: it shows 00:00:01 until the very end. A hidden page
 * waits for the end alone. Put the absolute end with its zone beside it.
 */
export function Countdown({ until, now, onEnd, size = 'inline', label, silent = false }: CountdownProps) {
  const [shown, setShown] = useState(() => secondsOf(until - now()))
  const [words, setWords] = useState('')
  const last = useRef<number>(undefined)
  const clock = useEffectEvent(now)
  const ended = useEffectEvent(() => onEnd?.())

  useEffect(() => {
    let before = until - clock()
    if (last.current === 0) last.current = undefined
    return tick((hidden) => {
      const rest = until - clock()
      last.current = steady(last.current, secondsOf(rest))
      setShown(last.current)
      const crossed = announced.findLast(([at]) => before > at && rest <= at)
      if (crossed) setWords(crossed[1])
      before = rest
      if (rest <= 0n) {
        ended()
        return undefined
      }
      return toMilliseconds(hidden ? rest : rest % nsPerSecond || nsPerSecond) + 1
    })
  }, [until])

  return (
    <>
      <span className={styles.countdown} data-size={size} role="timer" aria-live="off">
        {formatCountdown(shown * 1000)}
      </span>
      {!silent && (
        <output className="visually-hidden">{words && label !== undefined ? `${label}: ${words}` : words}</output>
      )}
    </>
  )
}
