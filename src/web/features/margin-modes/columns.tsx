import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { groupDigits, isDecimal, round } from '../../format/amount.ts'
import { EpochTime, MarketCell, PartyCell } from '../../entities/entity-cells.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import type { Names } from '../../entities/labels.ts'
import type { GridColumn } from '../../grid/columns/grid-columns.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import { Lozenge } from '../../ui/display/lozenge.tsx'
import { formatLeverage, leverageOf, cross, isolated, type Mode, modeWords } from './leverage.ts'

export function ModeLozenge(mode: Mode) {
  const words = modeWords(mode)
  if (mode.marginMode === cross) return <Lozenge tone="line">{words}</Lozenge>
  if (mode.marginMode !== isolated) return <Lozenge>{words}</Lozenge>
  return (
    <Lozenge tone="accent">
      <Exact exact={leverageOf(mode.marginFactor)}>{words}</Exact>
    </Lozenge>
  )
}

/** A fraction rounded half up to four places or four significant digits; the title holds the exact one. */
export function Fraction({ value }: { value: string }) {
  const leading = /^0\.(0*)[1-9]/.exec(value)?.[1]?.length ?? 0
  const places = Math.max(4, leading + 4)
  return <Exact exact={value}>{isDecimal(value) ? groupDigits(round(value, places)) : value}</Exact>
}

const notRecorded = <MissingCell reason="not recorded" words />

/** A column of a member that the network may not have recorded, which is never shown as 0. */
const optionalColumn = (
  id: 'minTheoreticalMarginFactor' | 'maxTheoreticalLeverage',
  header: string,
  size: number,
): GridColumn<PartyMarginMode> => ({
  id,
  header,
  size,
  align: 'end',
  rare: true,
  card: false,
  cell: ({ [id]: value }) => (value === undefined ? notRecorded : <Fraction value={value} />),
  text: ({ [id]: value = '' }) => value,
})

function FactorCell({ marginMode, marginFactor }: PartyMarginMode) {
  if (marginFactor !== undefined) return <Fraction value={marginFactor} />
  if (marginMode === cross) return <MissingCell reason="not recorded: cross mode has no factor" />
  return notRecorded
}

/** The columns; `names` are what readers know parties and markets by. */
export const marginModeColumns = (names: Names): readonly GridColumn<PartyMarginMode>[] => [
  {
    id: 'partyId',
    header: 'Party',
    size: 244,
    cell: ({ partyId }) => <PartyCell id={partyId} />,
    text: ({ partyId }) => partyId,
    sortBy: ({ partyId }) => names.party(partyId),
  },
  {
    id: 'marketId',
    header: 'Market',
    size: 130,
    cell: ({ marketId }) => <MarketCell id={marketId} />,
    text: ({ marketId }) => marketId,
    sortBy: ({ marketId }) => names.market(marketId),
  },
  {
    id: 'marginMode',
    header: 'Mode',
    size: 106,
    cell: (row) => <ModeLozenge {...row} />,
    card: (row) => <ModeLozenge {...row} />,
    text: ({ marginMode }) => marginMode,
    sortBy: modeWords,
  },
  {
    id: 'marginFactor',
    header: 'Factor',
    size: 72,
    align: 'end',
    cell: (row) => <FactorCell {...row} />,
    card: (row) => row.marginFactor !== undefined && <span>factor {<Fraction value={row.marginFactor} />}</span>,
    text: ({ marginFactor = '' }) => marginFactor,
  },
  {
    id: 'leverage',
    term: 'leverage',
    header: 'Leverage',
    card: false,
    size: 96,
    align: 'end',
    cell: ({ marginFactor }) => {
      const leverage = leverageOf(marginFactor)
      return leverage === undefined ? (
        <MissingCell reason="no factor, so no leverage" />
      ) : (
        <Exact exact={`1 / ${marginFactor} = ${leverage}`}>{formatLeverage(leverage)}</Exact>
      )
    },
    text: ({ marginFactor }) => leverageOf(marginFactor) ?? '',
  },
  optionalColumn('minTheoreticalMarginFactor', 'Min factor', 106),
  optionalColumn('maxTheoreticalLeverage', 'Max leverage', 106),
  {
    id: 'atEpoch',
    header: 'Changed',
    unit: 'epoch',
    directions: ['earliest first', 'latest first'],
    size: 144,
    align: 'end',
    cell: ({ atEpoch }) => <EpochTime epoch={atEpoch} bare />,
    card: ({ atEpoch }) => <span>changed {<EpochTime epoch={atEpoch} bare />}</span>,
    text: ({ atEpoch }) => atEpoch,
  },
]
