import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { groupDigits } from '../../format/amount.ts'
import { listed, ordinal, plural } from '../../format/words.ts'
import { onBook } from '../../features/liquidity-providers/scores/score.ts'
import { shortLeverage } from '../../features/margin-modes/leverage.ts'
import { summarise } from '../../features/margin-modes/summary.ts'
import { staysOf } from '../../features/referee-history/memberships.ts'
import type { Positions } from './positions.ts'

/** Two lines under a question: the answer, and what to know with it. */
export interface Line {
  answer: string
  context: string
}

interface Rows<Row> {
  rows: readonly Row[]
  complete: boolean
}

/** A cut list says so: what is counted is then a lower bound. */
const atLeast = ({ complete }: Rows<unknown>): string => (complete ? '' : 'at least ')

/** Whole epochs from a join until now; undefined while the running epoch is not known. */
export function epochsSoFar(joinedAtEpoch: string, now: string | undefined): string | undefined {
  if (now === undefined || BigInt(now) < BigInt(joinedAtEpoch)) return undefined
  return (BigInt(now) - BigInt(joinedAtEpoch)).toString()
}

/** How margin is held; `nameOf` gives a market's code. */
export function marginLine(data: Rows<PartyMarginMode>, nameOf: (marketId: string) => string): Line {
  if (data.rows.length === 0) return { answer: 'Nothing recorded', context: 'Cross is the default' }
  const { isolated, cross, other, highest } = summarise(data.rows)
  const parts = [
    isolated > 0 && `${isolated} isolated`,
    cross > 0 && `${cross} cross`,
    other > 0 && `${other} other`,
  ].filter((part) => part !== false)
  const [top] = highest
  return {
    answer: atLeast(data) + parts.join(', '),
    context: top ? `Highest ${shortLeverage(top.leverage)} on ${nameOf(top.marketId)}` : 'No isolated leverage',
  }
}

/** Where a party meets its requirement. Positions without a service level count as not reported, not as below it. */
export function liquidityLine(data: Positions, nameOf: (marketId: string) => string): Line {
  if (data.total === 0) return { answer: 'Provides none', context: 'No market lists this party' }
  const states = data.rows.map(({ provider }) => ({ market: nameOf(provider.marketId), state: onBook(provider.sla) }))
  const on = states.filter(({ state }) => state.state === 'on' || state.state === 'free').length
  const short = states.flatMap(({ market, state }) =>
    state.state === 'off' ? [`${market} short on ${state.short === 'both' ? 'both sides' : state.short}`] : [],
  )
  const unknown = states.filter(({ state }) => state.state === 'unknown').length
  const more = short.length > 2 ? `, ${short.length - 2} more` : ''
  const unread = data.total - data.rows.length
  return {
    answer: `Meets requirement in ${on} of ${data.rows.length}${unread > 0 ? `, ${unread} more` : ''}`,
    context:
      short.length > 0
        ? listed(short.slice(0, 2)) + more
        : unknown > 0
          ? `${plural(unknown, 'position')} not reported`
          : 'Both sides offered',
  }
}

/** Where a party plays now; `now` is the running epoch when it is known. */
export function teamLine(data: Rows<TeamRefereeHistory>, now: string | undefined): Line {
  const [current] = staysOf(data.rows, { newestFirst: true, complete: data.complete })
  if (!current) return { answer: 'No team', context: 'Has never joined one' }
  const soFar = epochsSoFar(current.joinedAtEpoch, now)
  const place = data.complete ? `${ordinal(data.rows.length)} stay` : 'In a team'
  return {
    answer: soFar === undefined ? place : `${place}, ${plural(soFar, 'epoch')}`,
    context: `Joined at epoch ${groupDigits(current.joinedAtEpoch)}`,
  }
}

/** An export as far as the strip needs it; runs of the ledger page are such. */
export interface Counted {
  request: { partyId: string; assetId?: string }
  outcome: string | undefined
  rows: number
  /** The range in words. */
  range: string
}

/**
 * What is known of a party's ledger: the interface counts no entries, so only an export of all assets that this browser
 * has received whole and checked tells how many there are. `exports` are newest first.
 */
export function ledgerLine(exports: readonly Counted[], partyId: string): Line {
  const whole = exports.find(
    ({ request, outcome }) => request.partyId === partyId && request.assetId === undefined && outcome === 'complete',
  )
  if (!whole) return { answer: 'Export as CSV', context: 'Any asset, any range' }
  return {
    answer: plural(whole.rows, 'entry', 'entries'),
    context: whole.range,
  }
}
