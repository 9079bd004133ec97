/** How much a mark on the time axis matters: the chart's own ladder, counted on the reader's clock instead of UTC. */
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
export const dayWeight = 50
const monthWeight = 60
const yearWeight = 70

const dateOf = (seconds: number): Date => new Date(seconds * 1000)

/** Weight of a mark at `current` after one at `previous`; both are wall-clock seconds of the zone. */
export function tickWeight(current: number, previous: number): number {
  // Each length divides the next, so that marks within one are within all longer ones: most bars are done in three steps.
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

/** Words of a mark at wall-clock seconds: `2026`, `Nov`, `17 Nov`, `12:00`, `12:00:05`. `daily`: bars of a day or longer. */
export function tickWords(wall: number, weight: number, daily: boolean): string {
  const date = dateOf(wall)
  if (weight >= yearWeight) return String(date.getUTCFullYear())
  if (weight >= monthWeight && daily) return months[date.getUTCMonth()]!
  if (weight >= dayWeight) return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  return weight >= 20 ? time : `${time}:${two(date.getUTCSeconds())}`
}
