import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { compare } from '../../../format/amount.ts'
import type { ScoreState } from './market-score.ts'
import { failsSla, type SlaVerdict } from '../sla/sla.ts'
import { carriedPenalty, onBook, type Standing } from './score.ts'

/** One line of the scorecard. */
export interface ScoreRow {
  /** The record with the service level that belongs to its market. */
  provider: LiquidityProvider
  /** The record as it came. */
  received: LiquidityProvider
  /** `asking` and `refused`: this node repeats one market's service level, and the right one is not here. */
  sla: 'known' | 'asking' | 'refused'
  standing: Standing | undefined
  /** How it stands in the running epoch. */
  verdict: SlaVerdict
  /** Providers of the market, and whether these are all. */
  of: { count: number; complete: boolean } | undefined
}

const placeOf = ({ marketId, partyId }: LiquidityProvider, state: ScoreState | undefined) =>
  state === undefined || typeof state === 'string'
    ? {}
    : {
        standing: state.standings.get(partyId),
        of: { count: state.providers.length, complete: state.complete },
        own: state.providers.find((other) => other.partyId === partyId && other.marketId === marketId),
      }

/** There is nothing to judge without the market's own service level. */
const notHere = {
  asking: { state: 'waiting', reason: 'asking this market' },
  refused: { state: 'unknown', reason: 'this market could not be asked' },
} as const satisfies Record<string, SlaVerdict>

/**
 * Lines of the scorecard, highest expected fees first, those without a weight last in the order they came. With
 * `trusted` false the service level of each record is replaced by the one its own market answered with.
 */
export function scoreRows(
  providers: readonly LiquidityProvider[],
  scores: ReadonlyMap<string, ScoreState>,
  trusted: boolean,
  verdictOf: (provider: LiquidityProvider) => SlaVerdict,
): ScoreRow[] {
  const judged = (row: Omit<ScoreRow, 'verdict'>): ScoreRow => ({
    ...row,
    verdict: row.sla === 'known' ? verdictOf(row.provider) : notHere[row.sla],
  })
  const rows = providers.map((received): ScoreRow => {
    const state = scores.get(received.marketId)
    const { standing, of, own } = placeOf(received, state)
    const base = { received, standing, of }
    if (trusted) return judged({ ...base, provider: received, sla: 'known' })
    if (own) return judged({ ...base, provider: { ...received, sla: own.sla }, sla: 'known' })
    const waiting = state === undefined || state === 'waiting'
    return judged({ ...base, provider: { ...received, sla: null }, sla: waiting ? 'asking' : 'refused' })
  })
  return rows.sort((a, b) => {
    const [left, right] = [a.standing?.weight, b.standing?.weight]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return compare(right, left)
  })
}

export const isOff = ({ provider }: ScoreRow): boolean => onBook(provider.sla).state === 'off'

export const isFailing = ({ verdict }: ScoreRow): boolean => failsSla(verdict)

export function carriesPenalty({ provider }: ScoreRow): boolean {
  const carried = carriedPenalty(provider.sla?.hysteresisPeriodFeePenalties ?? [])
  return carried !== undefined && compare(carried, '0') > 0
}
