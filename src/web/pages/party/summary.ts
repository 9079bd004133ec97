import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { groupDigits } from '../../format/amount.ts'
import { listed, ordinal, plural } from '../../format/words.ts'
import { onBook } from '../../features/liquidity-providers/scores/score.ts'
import { shortLeverage } from '../../features/margin-modes/leverage.ts'
import { summarise } from '../../features/margin-modes/summary.ts'
import { membershipsOf } from '../../features/referee-history/memberships.ts'
import type { Positions } from './positions.ts'

export interface Line {
  answer: string
  context: string
}

interface Rows<Row> {
  rows: readonly Row[]
  complete: boolean
}

/** Counts over an incomplete list are lower bounds. */
const atLeast = ({ complete }: Rows<unknown>): string => (complete ? '' : 'at least ')

/** Whole epochs since a join; undefined while the running epoch is unknown. */
export function epochsSoFar(joinedAtEpoch: string, now: string | undefined): string | undefined {
  if (now === undefined || BigInt(now) < BigInt(joinedAtEpoch)) return undefined
  return (BigInt(now) - BigInt(joinedAtEpoch)).toString()
}

/** The margin modes; `nameOf` returns a market's code. */
export function marginLine(data: Rows<PartyMarginMode>, nameOf: (marketId: string) => string): Line {
  if (data.rows.length === 0) return { answer: 'Nothing recorded', context: 'Cross is the default' }
  const { isolated, cross, other, highest } = summarise([{ startsAt: 0, edges: data.rows.map((node) => ({ node })) }])
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

/** Where a party meets its requirement. Positions without SLA count as not reported, not as failing. */
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

/** The current team; `now` is the running epoch, if known. */
export function teamLine(data: Rows<TeamRefereeHistory>, now: string | undefined): Line {
  const [current] = membershipsOf(data.rows, { newestFirst: true, complete: data.complete })
  if (!current) return { answer: 'No team', context: 'Has never joined one' }
  const soFar = epochsSoFar(current.joinedAtEpoch, now)
  const place = data.complete ? `${ordinal(data.rows.length)} stay` : 'In a team'
  return {
    answer: soFar === undefined ? place : `${place}, ${plural(soFar, 'epoch')}`,
    context: `Joined at epoch ${groupDigits(current.joinedAtEpoch)}`,
  }
}

export interface Counted {
  request: { partyId: string; assetId?: string }
  outcome: string | undefined
  rows: number
  range: string
}

/** Entries are counted by complete, verified exports of all assets in this browser; `exports` are newest first. */
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
