import { groupDigits } from '../../../format/amount.ts'
import { sendableNames } from '../../../features/spam-statistics/index.ts'
import type { Gauge } from '../../../../wire/spam/spam-gauges.ts'
import type { RiskState } from '../../../../wire/spam/risk-state.ts'

export interface SendableLine {
  name: string
  left: string
  state: RiskState
}

export interface Sendable {
  /** Limits in use, the worst first. */
  lines: SendableLine[]
  /** How many limits are not in use. */
  unused: number
}

function leftOf({ state, left }: Gauge): string {
  if (state === 'banned') return 'banned'
  if (state === 'denied') return 'not allowed'
  if (state === 'none') return 'no limit'
  if (left === undefined) return 'not reported'
  return state === 'limit' ? '0 until the reset' : groupDigits(left)
}

const isUnused = ({ state, used }: Gauge): boolean => state === 'ok' && used === '0'
const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())

/** What a party can still send in this epoch, without proof of work, which no epoch resets; `gauges` are sorted by risk. */
export function sendableOf(gauges: readonly Gauge[]): Sendable {
  const named = gauges.flatMap((gauge) => (gauge.name === 'pow' ? [] : [{ gauge, names: sendableNames[gauge.name] }]))
  return {
    lines: named
      .filter(({ gauge }) => !isUnused(gauge))
      .map(({ gauge, names }) => ({ name: capital(names[1]), left: leftOf(gauge), state: gauge.state })),
    unused: gauges.filter(isUnused).length,
  }
}
