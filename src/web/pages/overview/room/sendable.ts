import { groupDigits } from '../../../format/amount.ts'
import { type Gauge, type GaugeName } from '../../../../wire/spam/spam-gauges.ts'
import type { RiskState } from '../../../../wire/spam/risk-state.ts'

/** Names of what a limit counts, as one would say what is left of it. */
const sendableNames: Readonly<Record<GaugeName, string>> = {
  transfers: 'Transfers',
  votes: 'Votes on one proposal',
  proposals: 'Proposals',
  delegations: 'Delegations',
  nodeAnnouncements: 'Node announcements',
  issueSignatures: 'Multisig signatures',
  createReferralSet: 'New referral sets',
  updateReferralSet: 'Referral set updates',
  applyReferralCode: 'Referral codes',
  pow: 'Transactions at base difficulty, in the window of blocks',
}

export interface SendableLine {
  name: string
  left: string
  state: RiskState
}

export interface Sendable {
  /** Limits in use, the worst first. */
  lines: SendableLine[]
  /** How many limits are unused. */
  unused: number
}

function leftOf({ state, left }: Gauge): string {
  if (state === 'banned') return 'banned'
  if (state === 'denied') return 'not allowed'
  if (state === 'none') return 'no limit'
  return left === undefined ? 'not reported' : groupDigits(left)
}

const isUnused = ({ state, used }: Gauge): boolean => state === 'ok' && used === '0'

/** What a party can still send: of counters in this epoch, of proof of work in its rolling window of blocks; `gauges` are sorted by risk. */
export function sendableOf(gauges: readonly Gauge[]): Sendable {
  const used = gauges.filter((gauge) => !isUnused(gauge))
  return {
    lines: used.map((gauge) => ({ name: sendableNames[gauge.name], left: leftOf(gauge), state: gauge.state })),
    unused: gauges.length - used.length,
  }
}
