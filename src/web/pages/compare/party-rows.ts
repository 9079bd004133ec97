import { linkTo } from '../../link-to.ts'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import type { Positions } from '../../features/liquidity-providers/positions.ts'
import { modeWords } from '../../features/margin-modes/modes.ts'
import type { Membership } from '../../features/referee-history/memberships.ts'
import { allGauges, type Gauge, gaugeLabels } from '../../../wire/spam-gauges.ts'
import { groupDigits } from '../../format/amount.ts'
import { shortId } from '../../format/id.ts'
import { formatPercent } from '../../format/percent.ts'
import { plural } from '../../format/words.ts'
import { riskWords } from '../../../wire/risk-state.ts'
import { missing, plain, points, type Row, type Side, words } from './differences.ts'

type Pair<Value> = readonly [Value, Value]

const each = <Value>([a, b]: Pair<Value>, read: (value: Value) => Side): Pair<Side> => [read(a), read(b)]

const gaugeSide =
  (sameMax: boolean) =>
  (gauge: Gauge | undefined): Side => {
    if (gauge?.state === 'unrecorded') return missing('no record of this key')
    if (gauge?.used === undefined || gauge.max === undefined) return missing('not reported')
    const { used, max, state } = gauge
    const of = state === 'none' ? '' : ` of ${groupDigits(max)}`
    const text = `${groupDigits(used)}${of}, ${riskWords[state]}`
    return { known: true, text, exact: text, ...(sameMax && { compared: used }) }
  }

/** How a side is said that has used nothing of a limit, or of which nothing is known. */
function idleSide(gauge: Gauge | undefined): Side | undefined {
  if (gauge?.state === 'unrecorded') return missing('no record of this key')
  // Unknown while it is being checked whether the node knows the key.
  const isIdle = gauge?.used === '0' && (gauge.state === 'ok' || gauge.state === 'unknown')
  return isIdle ? words('unused') : undefined
}

/**
 * The limits of both in the order of the interface, those that neither has used in one row at the end. A count is compared
 * as a number where both have the same limit.
 */
export function limitRows(gauges: Pair<readonly Gauge[]>): Row[] {
  const rows: Row[] = []
  const idle: Pair<Side>[] = []
  for (const name of allGauges) {
    const pair = gauges.map((all) => all.find((gauge) => gauge.name === name)) as [Gauge?, Gauge?]
    const sameMax = pair[0]?.max === pair[1]?.max
    const [a, b] = pair.map(idleSide)
    if (a && b && sameMax) idle.push([a, b])
    else {
      const row = { label: gaugeLabels[name], sides: each([pair[0], pair[1]], gaugeSide(sameMax)) }
      rows.push(sameMax ? { ...row, by: plain } : row)
    }
  }
  const [sides] = idle
  const label = rows.length === 0 ? `All ${idle.length} limits` : plural(idle.length, 'other limit')
  return sides ? [...rows, { label, sides }] : rows
}

interface Listed<Value> {
  rows: readonly Value[]
  complete: boolean
}

const marketsOf = (lists: Pair<Listed<{ marketId: string }>>): string[] => [
  ...new Set(lists.flatMap(({ rows }) => rows.map(({ marketId }) => marketId))),
]

/** What is recorded of both in each market that one of them has a mode in; no record means cross, the default. */
export function modeRows(modes: Pair<Listed<PartyMarginMode>>, nameOf: (marketId: string) => string): MarketRow[] {
  return marketsOf(modes).map((marketId) => ({
    marketId,
    label: nameOf(marketId),
    sides: each(modes, ({ rows, complete }) => {
      const mode = rows.find((row) => row.marketId === marketId)
      if (mode) {
        const text = modeWords(mode)
        // Leverage is rounded: two factors may look the same.
        return { known: true, text, exact: mode.marginFactor === undefined ? text : `factor ${mode.marginFactor}` }
      }
      return complete ? words('Not recorded (default: cross)') : missing('not among the loaded rows')
    }),
  }))
}

/** A row of a market. */
export interface MarketRow extends Row {
  marketId: string
}

/** The part of the fees that each is expected to get, by market. */
export function positionRows(positions: Pair<Positions>, nameOf: (marketId: string) => string): MarketRow[] {
  const listed = positions.map(({ rows, total, complete }) => ({
    rows: rows.map((row) => ({ ...row, marketId: row.provider.marketId })),
    complete: complete && total === rows.length,
  }))
  const [a, b] = listed
  if (!a || !b) return []
  return marketsOf([a, b]).map((marketId) => ({
    marketId,
    label: nameOf(marketId),
    by: points,
    sides: each([a, b], ({ rows, complete }) => {
      const position = rows.find((row) => row.marketId === marketId)
      if (!position) return complete ? words('No position') : missing('not among the loaded positions')
      const { weight } = position.standing ?? {}
      return weight === undefined
        ? missing('fee weight unknown')
        : { known: true, text: formatPercent(weight, 2), exact: weight }
    }),
  }))
}

/** The team that each joined last. */
export const teamRow = (memberships: Pair<readonly Membership[]>): Row => ({
  label: 'Current team',
  sides: each(memberships, (all) => {
    const current = all.find((membership) => membership.current)
    if (current) {
      const { teamId } = current
      return { known: true, text: shortId(teamId), exact: teamId, href: linkTo('/teams/$teamId', { teamId }) }
    }
    return all.length === 0 ? words('No team seen') : missing('not among the loaded rows')
  }),
})
