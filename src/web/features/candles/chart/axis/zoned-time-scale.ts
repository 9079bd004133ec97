import { defaultHorzScaleBehavior, type Mutable, type TickMark, type TimeScalePoint } from 'lightweight-charts'
import type { Zone } from '../../../../format/time.ts'
import { tickWeight, tickWords } from './tick-weights.ts'
import { createOffsets } from './zone-offset.ts'

/** `originalTime` is what the series were given: Unix seconds. */
const secondsOf = (point: { readonly originalTime: unknown }): number => point.originalTime as number

const Base = defaultHorzScaleBehavior()

/**
 * The time axis of the chart. The data stays UTC, since shifted times collide on the night the clocks go back; only
 * marks and words follow the reader's zone, so that a day begins at the reader's midnight.
 */
export class ZonedAxis extends Base {
  offset = createOffsets('utc')
  daily = false

  /** Takes the reader's zone and the length of a period in nanoseconds. */
  become(zone: Zone, length: bigint | undefined): void {
    this.offset = createOffsets(zone)
    this.daily = length !== undefined && length >= 86_400_000_000_000n
  }

  override fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], startIndex: number): void {
    const wall = (point: { readonly originalTime: unknown }): number => {
      const seconds = secondsOf(point)
      return seconds + this.offset(seconds)
    }
    const first = points[startIndex]
    if (!first) return
    // Before the first point there is none to compare with: one as far back as the second is ahead stands in.
    const second = points[startIndex + 1]
    let previous =
      startIndex > 0 ? wall(points[startIndex - 1]!) : wall(first) - (second ? secondsOf(second) - secondsOf(first) : 0)
    for (let index = startIndex; index < points.length; index++) {
      const point = points[index]!
      const current = wall(point)
      point.timeWeight = tickWeight(current, previous) as TimeScalePoint['timeWeight']
      previous = current
    }
  }

  override formatTickmark(mark: TickMark): string {
    const seconds = secondsOf(mark)
    return tickWords(seconds + this.offset(seconds), mark.weight, this.daily)
  }
}
