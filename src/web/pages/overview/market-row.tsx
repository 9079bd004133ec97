import type { ReactNode } from 'react'
import { formatAmount, groupDigits, shiftDecimals, trimZeros } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { linkTo } from '../../router/link-to.ts'
import { MissingCell } from '../../entities/value-cells.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { MarketLabel } from '../../entities/labels.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { failureLine } from '../../ui/feedback/failure-view.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Sparkline } from '../../ui/display/sparkline.tsx'
import { changeWords, type MarketDay, otherSpan, useMarketDay, windowWords } from '../../features/candles/index.ts'
import { Exact } from '../../ui/display/exact.tsx'
import styles from './market-row.module.css'
import table from './markets-panel.module.css'
import { type Failure, failureOf } from '../../format/failure.ts'

function Change({ day }: { day: MarketDay }) {
  const { change, direction, traded } = day
  const title = changeWords(day, useZone())
  if (!traded || change === undefined) {
    return (
      <Exact className="muted" exact={title}>
        {traded ? 'unknown' : 'no trades'}
      </Exact>
    )
  }
  const span = otherSpan(day)
  return (
    <Exact className={styles.change} data-direction={direction} exact={title}>
      <span className={styles.figure}>
        {direction !== 'flat' && <Icon name={direction === 'up' ? 'arrow-up' : 'arrow-down'} size="0.8125rem" />}
        {change}
      </span>
      {span !== undefined && <small>in {span}</small>}
    </Exact>
  )
}

/** The age of an earlier response, in place of the volume. */
function Old({ failure, since }: { failure: Failure; since: number }) {
  return (
    <span className={styles.old} title={failureLine(failure, 'its candles')}>
      {useNow((now) => formatAge(now - since))} old
    </span>
  )
}

interface DayProps {
  market: MarketLabel
  day: MarketDay
  unit: string | undefined
  /** Shown when the last request failed. */
  old: ReactNode
}

function Day({ market, day, unit, old }: DayProps) {
  const { price, change, direction, closes, volume, traded } = day
  const zone = useZone()
  const name = market.code || market.name
  const size = trimZeros(shiftDecimals(volume, market.positionDecimals))
  return (
    <>
      <td data-align="right">
        {price === undefined ? (
          <MissingCell reason="no trade known" />
        ) : (
          <>
            <Exact exact={price}>{formatAmount(price, market.decimals)}</Exact>
            {unit !== undefined && <small className={styles.unit}> {unit}</small>}
          </>
        )}
      </td>
      <td data-align="right">
        <Change day={day} />
      </td>
      <td className={table.wide}>
        {traded && (
          <Sparkline
            values={closes}
            tone={direction}
            label={`${name}, hourly closes of the last day${change === undefined ? '' : `, ${change}`}`}
          />
        )}
      </td>
      <td className={table.wide} data-align="right">
        {old ?? <Exact exact={windowWords(day, zone)}>{groupDigits(size)}</Exact>}
      </td>
    </>
  )
}

/** One market and its last day. Its request waits for `enabled`. */
export function MarketRow(props: { market: MarketLabel; unit: string | undefined; enabled: boolean }) {
  const { market, unit, enabled } = props
  const query = useMarketDay(market.id, enabled)
  const day = query.data
  const failure = query.error ? failureOf(query.error) : undefined
  return (
    <tr data-quiet={(day && !day.traded) || undefined} className={styles.row}>
      <td>
        <Anchor
          href={linkTo('/markets/$marketId', { marketId: market.id })}
          className={styles.market}
          title={market.name}
        >
          <b>{market.code || market.name}</b>
          {market.product !== 'unknown' && market.product !== 'perpetual' && <span> {market.product}</span>}
        </Anchor>
      </td>
      {day ? (
        <Day
          market={market}
          day={day}
          unit={unit}
          old={failure && <Old failure={failure} since={query.dataUpdatedAt} />}
        />
      ) : failure ? (
        <td colSpan={4} className={styles.failed}>
          {failureLine(failure, 'its candles')}
          <button type="button" className="link" onClick={() => void query.refetch()}>
            Retry
          </button>
        </td>
      ) : (
        ['price', 'change', 'line', 'volume'].map((column, at) => (
          <td key={column} className={at < 2 ? undefined : table.wide}>
            <span className="visually-hidden">Loading</span>
            <i className={styles.waiting} />
          </td>
        ))
      )}
    </tr>
  )
}
