/** The node's time: each `Date` header leaves an interval for the clocks' difference, and their overlap narrows it. */
interface Sample {
  /** Bounds of the node's Unix milliseconds minus our monotonic ones. */
  min: number
  max: number
  /** Monotonic milliseconds. */
  at: number
}

const second = 1000
const maxSamples = 32
/** Clocks drift apart, so older samples are dropped. */
const maxAgeMs = 600_000

let samples: readonly Sample[] = []
let bounds: Sample | undefined
/** A sample that would set the node's clock back, until a second one confirms it. */
let doubted: Sample | undefined

const overlap = (one: Sample, other: Sample): Sample | undefined => {
  const both = { min: Math.max(one.min, other.min), max: Math.min(one.max, other.max), at: one.at }
  return both.min <= both.max ? both : undefined
}

/** The overlap of the newest samples, as far back as they agree. */
function agreement(newestFirst: readonly Sample[]): Sample | undefined {
  let sum: Sample | undefined
  for (const sample of newestFirst) {
    const both: Sample | undefined = sum === undefined ? sample : overlap(sum, sample)
    if (!both) break
    sum = both
  }
  return sum
}

/** A cache between us and the node repeats old dates; most of them say so. */
const cached = (headers: Headers): boolean =>
  Number(headers.get('Age') ?? 0) > 0 ||
  /\bhit\b/i.test(`${headers.get('X-Cache') ?? ''} ${headers.get('CF-Cache-Status') ?? ''}`)

/** Learns from the headers of an answer that was just read; `took` is how long it took, in milliseconds. */
export function recordDate(headers: Headers, took: number): void {
  const reported = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(reported) || took < 0 || cached(headers)) return
  const now = performance.now()
  const sample = { min: reported - now, max: reported + second - (now - took), at: now }
  // A date that goes back is either a clock that was set or a cache that does not say so: a second answer decides.
  const back = bounds !== undefined && sample.max < bounds.min
  if (back && !(doubted && overlap(doubted, sample))) {
    doubted = sample
    return
  }
  samples = [...(back && doubted ? [doubted] : samples.filter(({ at }) => now - at < maxAgeMs)), sample].slice(
    -maxSamples,
  )
  doubted = undefined
  bounds = agreement(samples.toReversed())
}

export function forgetTime(): void {
  samples = []
  bounds = undefined
  doubted = undefined
}

/** Whose clock `serverNow` reads: ours while the node's `Date` could not be read. */
export const clockSource = (): 'node' | 'local' => (bounds ? 'node' : 'local')

const nodeMilliseconds = (): number => (bounds ? performance.now() + (bounds.min + bounds.max) / 2 : Date.now())

/** Milliseconds that the node's clock is ahead of `Date.now()`; 0 while unknown. */
export const clockOffset = (): number => nodeMilliseconds() - Date.now()

/** The node's time when it was `readAt` by our clock (Unix milliseconds): in the past, as `Date.now()` reported it then. */
export const serverTimeAt = (readAt: number): bigint =>
  serverNow() - BigInt(Math.max(0, Math.round(Date.now() - readAt))) * 1_000_000n

/** The node's time in Unix nanoseconds (millisecond steps), from the `Date` headers seen so far. */
export const serverNow = (): bigint => BigInt(Math.round(nodeMilliseconds())) * 1_000_000n

const intervalMs = 1000
const minLeapMs = 3000

/** Calls back when this device has slept or its clock was set: the wall clock then leaps past the monotonic one, by `leapMs`. */
export function onWake(listener: (leapMs: number) => void): () => void {
  const difference = (): number => Date.now() - performance.now()
  let before = difference()
  const timer = setInterval(() => {
    const now = difference()
    const leapMs = now - before
    before = now
    if (Math.abs(leapMs) > minLeapMs) listener(leapMs)
  }, intervalMs)
  return () => clearInterval(timer)
}
