import { useMemo } from 'react'
import type { GridColumn } from '../../../data-grid/columns/grid-columns.tsx'
import { DataGrid } from '../../../data-grid/data-grid.tsx'
import { listingOf } from '../../../infinite-list/list.ts'
import { formatInstant, zoneName, type Zone } from '../../../format/time.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { plainAmount } from '../../ledger-export/format-bytes.ts'
import type { AccountCurve, BalancePoint } from '../../../ledger/store/curve.ts'

interface StepRow extends BalancePoint {
  account: string
}

const nanosOf = ({ micros }: BalancePoint): bigint => BigInt(micros) * 1000n

const sinceStep = ({ gap }: BalancePoint): string =>
  gap ? 'does not follow from the entries' : 'follows from the entries'

function columnsOf(zone: Zone, decimals: number | undefined): GridColumn<StepRow>[] {
  const shown = (row: StepRow) => formatInstant(nanosOf(row), zone, { precision: 'micro', name: false })
  return [
    {
      id: 'time',
      header: 'Block time',
      unit: zoneName(zone),
      size: 220,
      fixed: true,
      cell: (row) => <Exact exact={`${nanosOf(row)} ns`}>{shown(row)}</Exact>,
      text: (row) => String(nanosOf(row)),
      shown,
    },
    { id: 'account', header: 'Account', size: 200, cell: ({ account }) => account, text: ({ account }) => account },
    {
      id: 'balance',
      header: 'Balance after it',
      size: 240,
      align: 'end',
      cell: ({ balance }) => <Exact exact={`${balance} raw`}>{plainAmount(balance, decimals)}</Exact>,
      text: ({ balance }) => balance,
      shown: ({ balance }) => plainAmount(balance, decimals),
    },
    {
      id: 'gap',
      header: 'Since the previous step',
      size: 220,
      cell: sinceStep,
      text: sinceStep,
    },
  ]
}

interface StepsTableProps {
  curves: readonly AccountCurve[]
  name: (account: AccountCurve) => string
  decimals: number | undefined
}

/** Every step of the drawn lines with its exact value, in the order of time. */
export function StepsTable({ curves, name, decimals }: StepsTableProps) {
  const zone = useZone()
  const columns = useMemo(() => columnsOf(zone, decimals), [zone, decimals])
  const rows = curves
    .flatMap((curve) => curve.points.map((point) => ({ ...point, account: name(curve) })))
    .toSorted((a, b) => a.row - b.row)
  const listing = useMemo(() => listingOf(rows), [rows])
  return <DataGrid label="Balance steps" list="ledger-balances" columns={columns} listing={listing} />
}
