import type { ChartTheme } from '../../../chart/chart-theme.ts'
import { absolute } from '../../../format/amount.ts'
import type { MarkGroup } from '../../../ledger/rows/groups.ts'

interface Shape {
  /** Smallest and largest size in px; the square root of the amount is between. */
  sizes: readonly [smallest: number, largest: number]
  /** Height in px of one of this size. */
  height: (size: number) => number
  /** An SVG path about its middle; `up` where money comes in. */
  path: (size: number, up: boolean) => string
  ink: keyof ChartTheme & `mark${string}`
  /** The same as a CSS variable. */
  token: string
}

const box = (width: number, height: number): string => `M${-width / 2},${-height / 2}h${width}v${height}h${-width}z`

/** A corner of an octagon: half its side. */
const corner = Math.SQRT2 - 1

const angular = [4.5, 9] as const
const same = (size: number): number => size

/** How marks of each group look, in their key as on the chart; the order from the candle is that of `markGroupWords`. */
export const markShapes: Readonly<Record<MarkGroup, Shape>> = {
  liquidation: {
    sizes: [12, 12],
    height: same,
    path: (size) => {
      const [r, c, x] = [size / 2, (size / 2) * corner, size / 5]
      return `M${-c},${-r}H${c}L${r},${-c}V${c}L${c},${r}H${-c}L${-r},${c}V${-c}zM${-x},${-x}L${x},${x}M${x},${-x}L${-x},${x}`
    },
    ink: 'markLiquidation',
    token: '--mark-liq',
  },
  margin: {
    sizes: angular,
    height: same,
    path: (size, up) => {
      const [half, tip] = [size / 2, up ? -size / 2 : size / 2]
      return `M0,${tip}L${half},${-tip}H${-half}z`
    },
    ink: 'markMove',
    token: '--mark-move',
  },
  result: {
    sizes: [2.5, 7],
    height: same,
    path: (size) => `M${-size / 2},0a${size / 2},${size / 2} 0 1 0 ${size},0a${size / 2},${size / 2} 0 1 0 ${-size},0z`,
    ink: 'markResult',
    token: '--mark-result',
  },
  funding: {
    sizes: angular,
    height: same,
    path: (size) => `M0,${-size / 2}L${size / 2},0L0,${size / 2}L${-size / 2},0z`,
    ink: 'markFunding',
    token: '--mark-funding',
  },
  fees: { sizes: [5, 9], height: () => 2, path: (size) => box(size, 2), ink: 'markFee', token: '--mark-fee' },
  rewards: {
    sizes: angular,
    height: same,
    path: (size) => box(size * 0.86, size * 0.86),
    ink: 'markReward',
    token: '--mark-reward',
  },
  rest: { sizes: angular, height: same, path: (size) => box(2, size), ink: 'markFee', token: '--mark-fee' },
}

/** The size in px of a sum against the largest of its group in view; only for drawing an amount becomes a floating-point number. */
export function markSize(group: MarkGroup, sum: bigint, largest: bigint): number {
  const [smallest, most] = markShapes[group].sizes
  const share = largest === 0n ? 0 : Number((absolute(sum) * 1_000_000n) / absolute(largest)) / 1_000_000
  return smallest + (most - smallest) * Math.sqrt(Math.min(1, share))
}

/** The place of marks beside a bar: the middle of each in px from the edge of its wick. */
export function stackMarks(heights: readonly number[]): number[] {
  let edge = 4
  return heights.map((height) => {
    const middle = edge + height / 2
    edge += height + 3
    return middle
  })
}
