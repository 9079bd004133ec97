import { workOnBlocks, workOutlook } from '../../../../wire/spam/proof-of-work.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import type { PowStatistics } from '../../../../wire/spam-statistics.ts'
import { groupDigits } from '../../../format/amount.ts'
import { sendableNames, unusedWords } from '../../../features/spam-statistics/index.ts'
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
  /** `3 proposals, 4 signatures and 5 referral codes`; empty when all limits are in use. */
  unused: string
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
    unused: unusedWords(gauges.filter(isUnused)),
  }
}

/** What a party may send now, for programs: counts are exact text. `elapsed` blocks have passed since the answer. */
export function sendableJson(
  partyId: string,
  verdict: SpamVerdict,
  pow: PowStatistics | null | undefined,
  elapsed: bigint,
) {
  const outlook = pow ? workOutlook(pow) : undefined
  const [block] = (pow ? workOnBlocks(pow, elapsed) : []).filter(
    ({ leftAtBase, expiresIn }) => leftAtBase !== '0' && expiresIn !== '0',
  )
  return JSON.stringify(
    {
      partyId,
      epoch: verdict.epoch,
      bannedUntilNs: verdict.ban?.until.toString() ?? null,
      left: Object.fromEntries(verdict.gauges.map(({ name, left = null }) => [name, left])),
      proofOfWork: outlook && {
        left: outlook.left,
        perBlock: outlook.perBlock,
        sentPerBlock: outlook.sentPerBlock,
        next: block && {
          height: block.height,
          hash: block.hash,
          difficulty: block.base,
          left: block.leftAtBase,
          expiresInBlocks: block.expiresIn,
        },
      },
    },
    null,
    2,
  )
}
