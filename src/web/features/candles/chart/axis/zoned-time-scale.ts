import { defaultHorzScaleBehavior, type Mutable, type TickMark, type TimeScalePoint } from 'lightweight-charts'
import type { Zone } from '../../../../format/time.ts'
import { tickWeight, tickWords } from './tick-weights.ts'
import { createOffsets } from './zone-offset.ts'

/** `originalTime` is the time passed to the series: Unix seconds. */
const secondsOf = (point: { readonly originalTime: unknown }): number => point.originalTime as number

const Base = defaultHorzScaleBehavior()

/** The time axis. Data stays in UTC, as shifted times collide when clocks go back; ticks and labels use the zone. */
export class ZonedAxis extends Base {
  offset = createOffsets('utc')
  daily = false

  /** Sets the user's zone and the period length in nanoseconds. */
  setZone(zone: Zone, length: bigint | undefined): void {
    this.offset = createOffsets(zone)
    this.daily = length !== undefined && length >= 86_400_000_000_000n
  }

  /** Wall-clock seconds in the user's zone. */
  wall(point: { readonly originalTime: unknown }): number {
    const seconds = secondsOf(point)
    return seconds + this.offset(seconds)
  }

  override fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], startIndex: number): void {
    const first = points[startIndex]
    if (!first) return
    // The first point has no predecessor: assume one at the same distance as the second point.
    const second = points[startIndex + 1]
    let previous =
      startIndex > 0
        ? this.wall(points[startIndex - 1]!)
        : this.wall(first) - (second ? secondsOf(second) - secondsOf(first) : 0)
    for (let index = startIndex; index < points.length; index++) {
      const point = points[index]!
      const current = this.wall(point)
      point.timeWeight = tickWeight(current, previous) as TimeScalePoint['timeWeight']
      previous = current
    }
  }

  override formatTickmark(mark: TickMark): string {
    return tickWords(this.wall(mark), mark.weight, this.daily)
  }
}
