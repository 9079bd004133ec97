import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { trimZeros } from '../../format/amount.ts'
import { linkTo } from '../../router/link-to.ts'
import { EpochCell } from '../../entities/epoch/cell.tsx'
import { EpochTime } from '../../entities/epoch/epoch-time.tsx'
import { MarketCell } from '../../entities/market/cell.tsx'
import { PartyCell } from '../../entities/party/cell.tsx'
import type { Listing } from '../../infinite-list/list.ts'
import styles from '../../data-grid/row-details-fields.module.css'
import { RowDetails } from '../../data-grid/row-details.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { ModeLozenge } from './columns.tsx'
import { leverageOf } from './leverage.ts'

const optional = ['marginFactor', 'minTheoreticalMarginFactor', 'maxTheoreticalLeverage']

interface MarginModeDetailsProps {
  listing: Listing<PartyMarginMode>
  index: number
  onStep: (row: PartyMarginMode) => void
  onClose: () => void
}

const show = (path: string, value: string) =>
  path === 'partyId' ? (
    <IdChip id={value} kind="party" copy to={linkTo('/parties/$partyId', { partyId: value })} />
  ) : path === 'marketId' ? (
    <IdChip id={value} kind="market" copy to={linkTo('/markets/$marketId', { marketId: value })} />
  ) : path === 'atEpoch' ? (
    <EpochCell epoch={value} />
  ) : undefined

/** One margin mode in full, with links to related pages. */
export function MarginModeDetails(props: MarginModeDetailsProps) {
  const { listing, index } = props
  const row = listing.at(index)
  if (!row) return null
  const leverage = leverageOf(row.marginFactor)
  return (
    <RowDetails {...props} record={(record) => record} optional={optional} show={show}>
      <div className={styles.head}>
        <PartyCell id={row.partyId} />
        <ModeLozenge {...row} />
      </div>
      <dl className={styles.facts}>
        <dt>Market</dt>
        <dd>
          <MarketCell id={row.marketId} />
        </dd>
        {leverage === undefined ? null : (
          <>
            <dt>Leverage</dt>
            <dd>{`${trimZeros(leverage)}x = 1 / ${row.marginFactor}`}</dd>
          </>
        )}
        <dt>Set</dt>
        <dd>
          <EpochTime epoch={row.atEpoch} />
        </dd>
      </dl>
      <div className={styles.ways}>
        <ButtonLink href={linkTo('/parties/$partyId', { partyId: row.partyId })} icon="party">
          Open party
        </ButtonLink>
        <ButtonLink href={linkTo('/margin-modes', { partyId: row.partyId })} variant="bare">
          Only this party
        </ButtonLink>
        <ButtonLink href={linkTo('/margin-modes', { marketId: row.marketId })} variant="bare">
          Only this market
        </ButtonLink>
      </div>
    </RowDetails>
  )
}
