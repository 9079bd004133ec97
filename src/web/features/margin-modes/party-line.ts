import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import type { PartyLine, PartyRows } from '../../entities/party/party-line.ts'
import { shortLeverage } from './leverage.ts'
import { summarise } from './summary.ts'

/** The margin modes of a party; `nameOf` returns a market's code. Counts over an incomplete list are lower bounds. */
export function marginLine(data: PartyRows<PartyMarginMode>, nameOf: (marketId: string) => string): PartyLine {
  if (data.rows.length === 0) return { answer: 'Nothing recorded', context: 'Cross is the default' }
  const { isolated, cross, other, highest } = summarise([{ startsAt: 0, edges: data.rows.map((node) => ({ node })) }])
  const parts = [
    isolated > 0 && `${isolated} isolated`,
    cross > 0 && `${cross} cross`,
    other > 0 && `${other} other`,
  ].filter((part) => part !== false)
  const [top] = highest
  return {
    answer: (data.complete ? '' : 'at least ') + parts.join(', '),
    context: top ? `Highest ${shortLeverage(top.leverage)} on ${nameOf(top.marketId)}` : 'No isolated leverage',
  }
}
