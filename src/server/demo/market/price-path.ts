import { hour, type Micros, second } from '../chain/chain.ts'
import { deviateAt, uniformAt } from '../random.ts'

/** 2^23 seconds are 97 days: beyond them the price only returns to its level. */
const coarsest = 23
const year = 31_557_600

function smooth(seed: number, position: number): number {
  const knot = Math.floor(position)
  const part = position - knot
  const weight = part * part * (3 - 2 * part)
  return deviateAt(seed, knot) * (1 - weight) + deviateAt(seed, knot + 1) * weight
}

/** How restless an hour is, about 1: a function of the hour alone, so that any time can be computed on its own. */
export function restlessness(seed: number, time: Micros): number {
  const index = Math.floor(time / hour)
  const slow = smooth(seed ^ 0x51, index / 96) * 0.38
  const fast = smooth(seed ^ 0x52, index / 7) * 0.33
  const news = uniformAt(seed, index, 0x53) > 0.985 ? 0.75 : 0
  return Math.exp(slow + fast + news - 0.12)
}

/** Midpoint displacement: a random walk of a yearly volatility that can be read at any time, fastest forwards. */
export class PricePath {
  private readonly perSecond: number
  private readonly slots = new Float64Array(coarsest + 1).fill(-1)
  private readonly heights = new Float64Array(coarsest + 1)

  constructor(
    private readonly seed: number,
    volatility: number,
  ) {
    this.perSecond = volatility / Math.sqrt(year)
  }

  /** ln(price / level), without the movements of 2^`finest` seconds and less: samples far apart do not need them. */
  at(time: Micros, finest = 0): number {
    let position = time / second / 2 ** coarsest
    const knot = Math.floor(position)
    const spread = this.perSecond * Math.sqrt(2 ** coarsest) * 0.6
    const left = deviateAt(this.seed, knot, 77) * spread
    const right = deviateAt(this.seed, knot + 1, 77) * spread
    let value = left + (right - left) * (position - knot)
    for (let level = coarsest; level > finest; level -= 1) {
      const slot = Math.floor(position)
      if (this.slots[level] !== slot) {
        this.slots[level] = slot
        this.heights[level] = this.height(level, slot)
      }
      value += (this.heights[level] ?? 0) * (1 - Math.abs(2 * (position - slot) - 1))
      position *= 2
    }
    return value
  }

  private height(level: number, slot: number): number {
    const span = 2 ** level
    const restless = level > 17 ? 1 : restlessness(this.seed, (slot + 0.5) * span * second)
    // A Brownian bridge over `span` seconds leaves its middle with half the deviation of the whole.
    return deviateAt(this.seed, slot, level) * restless * this.perSecond * Math.sqrt(span) * 0.5
  }
}
