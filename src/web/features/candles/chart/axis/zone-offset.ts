import { offsetAt, timeZoneOf, type Zone } from '../../../../format/zone.ts'

const chunk = 7 * 86_400
const minute = 60

/**
 * Returns a zone's UTC offset in seconds for an instant in Unix seconds. Calling Intl for each of 50,000 bars takes a
 * second. Offsets change about twice a year, so only the ends of each week are looked up; a week is searched only when
 * they differ.
 */
export function createOffsets(zone: Zone): (seconds: number) => number {
  const timeZone = timeZoneOf(zone)
  if (timeZone === 'UTC') return () => 0
  const at = (seconds: number): number => offsetAt(seconds * 1000, timeZone) / 1000
  const ends = new Map<number, number>()
  const changes = new Map<number, number>()
  const end = (index: number): number => {
    let known = ends.get(index)
    if (known === undefined) ends.set(index, (known = at(index * chunk)))
    return known
  }
  /** The first instant with the new offset within a week, to the minute. */
  const change = (index: number): number => {
    let known = changes.get(index)
    if (known !== undefined) return known
    let [low, high] = [index * chunk, (index + 1) * chunk]
    const later = end(index + 1)
    while (high - low > minute) {
      const middle = Math.floor((low + high) / 2 / minute) * minute
      if (at(middle) === later) high = middle
      else low = middle
    }
    changes.set(index, (known = high))
    return known
  }
  return (seconds) => {
    const index = Math.floor(seconds / chunk)
    const [first, last] = [end(index), end(index + 1)]
    return first === last || seconds < change(index) ? first : last
  }
}
