import { noAdvice, type Staleness } from '../../entities/staleness.ts'
import type { PartyLine } from '../../entities/party/party-line.ts'
import { listed, plural } from '../../format/words.ts'
import type { Positions } from './positions.ts'
import { onBook } from '../../../wire/sla/sla-verdict.ts'

/** Where a party meets its requirement, unless the values are too old. Positions without SLA count as not reported, not as failing. */
export function liquidityLine(data: Positions, nameOf: (marketId: string) => string, staleness?: Staleness): PartyLine {
  if (data.total === 0) return { answer: 'No liquidity provided', context: 'No market lists this party' }
  if (staleness) return { answer: 'Stale', context: noAdvice(staleness) }
  const states = data.rows.map(({ provider }) => ({ market: nameOf(provider.marketId), state: onBook(provider.sla) }))
  const on = states.filter(({ state }) => state.state === 'on' || state.state === 'free').length
  const short = states.flatMap(({ market, state }) =>
    state.state === 'off' ? [`${market} short on ${state.short === 'both' ? 'both sides' : state.short}`] : [],
  )
  const unknown = states.filter(({ state }) => state.state === 'unknown').length
  const more = short.length > 2 ? `, ${short.length - 2} more` : ''
  const unread = data.total - data.rows.length
  return {
    answer: `Requirement met in ${on} of ${data.rows.length}${unread > 0 ? `, ${unread} more` : ''}`,
    context:
      short.length > 0
        ? listed(short.slice(0, 2)) + more
        : unknown > 0
          ? `${plural(unknown, 'position')} not reported`
          : 'Both sides offered',
  }
}
