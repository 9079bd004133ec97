import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatCountdown } from '../../format/duration.ts'
import { toMilliseconds } from '../../format/time.ts'
import styles from './countdown.module.css'

const nsPerSecond = 1_000_000_000n

/** When the time left is announced to screen readers: not every second. */
const announced: readonly [ns: bigint, words: string][] = [
  [600n * nsPerSecond, '10 minutes left'],
  [60n * nsPerSecond, '1 minute left'],
  [10n * nsPerSecond, '10 seconds left'],
  [0n, 'Time is up'],
]

export interface CountdownProps {
  /** The end, Unix nanoseconds. */
  until: bigint
  /** The node's clock rather than the browser's, Unix nanoseconds. */
  now: () => bigint
  /** Called once per end, when it is reached. */
  onEnd?: () => void
  size?: 'inline' | 'figure'
  /** What runs out, announced before the time. */
  label?: string
  /** Announces nothing: another countdown to the same end does. */
  silent?: boolean
}

/** Whole seconds, rounded up. */
const secondsOf = (ns: bigint): number => (ns <= 0n ? 0 : Number((ns + nsPerSecond - 1n) / nsPerSecond))

/** The longest delay that a timer takes. */
const maxTimerMs = 2_147_483_647

/** A small correction of the clock must not make time run back: jumps below this many seconds are waited out. */
const minJump = 3

/** The seconds to show after `shown` when `next` are left: never slightly more than before. */
export const steadySeconds = (shown: number | undefined, next: number): number =>
  shown !== undefined && next > shown && next - shown < minJump ? shown : next

/** Time left, rounded up: 00:00:01 until the very end. Show the absolute end with its zone beside it. */
export function Countdown({ until, now, onEnd, size = 'inline', label, silent = false }: CountdownProps) {
  const [shown, setShown] = useState(() => secondsOf(until - now()))
  const [words, setWords] = useState('')
  const last = useRef<number>(undefined)
  const clock = useEffectEvent(now)
  const ended = useEffectEvent(() => onEnd?.())

  useEffect(() => {
    let before = until - clock()
    if (last.current === 0) last.current = undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      const rest = until - clock()
      last.current = steadySeconds(last.current, secondsOf(rest))
      setShown(last.current)
      const crossed = announced.findLast(([at]) => before > at && rest <= at)
      if (crossed) setWords(crossed[1])
      before = rest
      if (rest <= 0n) {
        stop()
        ended()
        return
      }
      const nextMs = toMilliseconds(document.hidden ? rest : rest % nsPerSecond || nsPerSecond) + 1
      timer = setTimeout(update, Math.min(nextMs, maxTimerMs))
    }
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
    document.addEventListener('visibilitychange', update)
    update()
    return stop
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
