import { offsetAt, timeZoneOf, type Zone } from '../../../../format/zone.ts'

const week = 7 * 86_400
/** Zones change their offset at full quarters of an hour. */
const quarter = 900

/** A zone's UTC offset in seconds for an instant in Unix seconds; asking Intl for 10,000 bars takes 200 ms. */
export function createOffsets(zone: Zone): (seconds: number) => number {
  const timeZone = timeZoneOf(zone)
  if (timeZone === 'UTC') return () => 0
  const known = new Map<number, number>()
  const at = (seconds: number): number => {
    const offset = known.get(seconds) ?? offsetAt(seconds * 1000, timeZone) / 1000
    known.set(seconds, offset)
    return offset
  }
  return (seconds) => {
    const start = Math.floor(seconds / week) * week
    return at(start) === at(start + week) ? at(start) : at(Math.floor(seconds / quarter) * quarter)
  }
}
