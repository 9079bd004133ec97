/** Weights of time axis ticks: the chart library's own scale, based on the user's time zone instead of UTC. */
const ladder = [
  { length: 1, above: 10 },
  { length: 60, above: 20 },
  { length: 300, above: 21 },
  { length: 1800, above: 22 },
  { length: 3600, above: 30 },
  { length: 3 * 3600, above: 31 },
  { length: 6 * 3600, above: 32 },
  { length: 12 * 3600, above: 33 },
]
const day = 86_400
const dayWeight = 50
const monthWeight = 60
const yearWeight = 70

const dateOf = (seconds: number): Date => new Date(seconds * 1000)

/** Weight of a tick at `current` that follows one at `previous`; both in wall-clock seconds of the zone. */
export function tickWeight(current: number, previous: number): number {
  // Each length divides the next, so the loop can stop at the first shared interval: most bars need three steps.
  let weight = 0
  for (const { length, above } of ladder) {
    if (Math.floor(current / length) === Math.floor(previous / length)) return weight
    weight = above
  }
  if (Math.floor(current / day) === Math.floor(previous / day)) return weight
  const [now, before] = [dateOf(current), dateOf(previous)]
  if (now.getUTCFullYear() !== before.getUTCFullYear()) return yearWeight
  return now.getUTCMonth() === before.getUTCMonth() ? dayWeight : monthWeight
}

/** Px of a character of a tick label, which has 11 px; a little more than most have. */
const characterPx = 6.5

export const longestWords = '00:00:00'

/** Whether a label in the middle of `x` is wholly on an axis of a width, both in px. */
export const fitsAxis = (words: string, x: number, width: number): boolean => {
  const half = (words.length * characterPx) / 2
  return x >= half && x + half <= width
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

/** Tick label for wall-clock seconds: `2026`, `Nov`, `17 Nov`, `12:00`, `12:00:05`. `daily`: bars of a day or longer. */
export function tickWords(wall: number, weight: number, daily: boolean): string {
  const date = dateOf(wall)
  if (weight >= yearWeight) return String(date.getUTCFullYear())
  if (weight >= monthWeight && daily) return months[date.getUTCMonth()]!
  if (weight >= dayWeight) return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  return weight >= 20 ? time : `${time}:${two(date.getUTCSeconds())}`
}
