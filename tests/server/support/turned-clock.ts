import type { WatchClock } from '../../../src/server/core/watch/party-watch.ts'
import { orAborted } from '../../../src/client/timer.ts'

interface TurnedClock extends WatchClock {
  turn: (ms: number) => Promise<void>
  /** Sets the clock, while those who sleep go on sleeping as long as before. */
  setBack: (ms: number) => void
}

/** For tests: a clock that moves only when it is turned. */
export function turnedClock(start: number): TurnedClock {
  let now = start
  let sleepers: { until: number; wake: () => void }[] = []
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    now: () => now,
    sleep: (ms, signal) =>
      orAborted(new Promise<void>((wake) => void sleepers.push({ until: now + ms, wake })), signal),
    setBack(ms) {
      now -= ms
      sleepers = sleepers.map(({ until, wake }) => ({ until: until - ms, wake }))
    },
    /** Wakes those who sleep until a moment of this time, each at that moment, and lets them finish what they do. */
    async turn(ms) {
      const end = now + ms
      for (;;) {
        await settle()
        const next = sleepers.toSorted((a, b) => a.until - b.until)[0]
        if (!next || next.until > end) break
        now = Math.max(now, next.until)
        sleepers = sleepers.filter((sleeper) => sleeper !== next)
        next.wake()
      }
      now = end
    },
  }
}
