import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { compare, groupDigits } from '../../format/amount.ts'
import { linkTo } from '../../router/link-to.ts'
import { plural } from '../../format/words.ts'
import { EpochTime, MarketCell } from '../../entities/entity-cells.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ColumnTable, type PlainColumn } from '../../ui/display/table.tsx'
import { Fraction, leverageOf, ModeLozenge } from '../../features/margin-modes/index.ts'
import { type ListData, type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { OpenLink } from '../../ui/inputs/button.tsx'

const maxRows = 6

const byLeverage = (a: PartyMarginMode, b: PartyMarginMode): number =>
  compare(leverageOf(b.marginFactor) ?? '0', leverageOf(a.marginFactor) ?? '0')

const market: PlainColumn<PartyMarginMode> = { head: 'Market', cell: ({ marketId }) => <MarketCell id={marketId} /> }
const mode: PlainColumn<PartyMarginMode> = { head: 'Mode', cell: (row) => <ModeLozenge {...row} /> }
const factor: PlainColumn<PartyMarginMode> = {
  head: 'Factor',
  align: 'right',
  cell: ({ marginFactor }) =>
    marginFactor === undefined ? <MissingCell reason="not recorded" /> : <Fraction value={marginFactor} />,
}
const changed: PlainColumn<PartyMarginMode> = {
  head: 'Changed',
  align: 'right',
  cell: ({ atEpoch }) => <EpochTime epoch={atEpoch} plain />,
}

/** Without factors their column would be empty. */
const columnsOf = (rows: readonly PartyMarginMode[]) =>
  rows.some(({ marginFactor }) => marginFactor !== undefined)
    ? [market, mode, factor, changed]
    : [market, mode, changed]

export function MarginModesCard(props: { partyId: string; query: PanelQuery<ListData<PartyMarginMode>> }) {
  const { partyId, query } = props
  const data = query.data
  const href = linkTo('/margin-modes', { partyId })
  const hidden = data ? data.rows.length - maxRows : 0
  return (
    <Panel
      flush
      title="Margin modes"
      count={data && `${data.complete ? '' : 'over '}${plural(data.rows.length, 'market')}`}
      end={<OpenLink href={href} text="Open table" />}
      {...(hidden > 0 && { foot: `${groupDigits(String(hidden))} more in the table` })}
    >
      <QueryPanel query={query} what="the margin modes" rows={5} columns={4} flush>
        {({ rows }) => (
          <ColumnTable
            cards
            label="Margin modes"
            columns={columnsOf(rows)}
            rows={rows.toSorted(byLeverage).slice(0, maxRows)}
            rowKey={({ marketId }) => marketId}
          />
        )}
      </QueryPanel>
    </Panel>
  )
}
