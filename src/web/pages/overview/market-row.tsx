import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { candleIdOf } from '../../../wire/candles.ts'
import { formatAmount, groupDigits, shiftDecimals, trimZeros } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { formatInstant, toMilliseconds } from '../../format/time.ts'
import { pathTo } from '../../format/path.ts'
import { MissingCell } from '../../listing/cells.tsx'
import { failureOf } from '../../listing/failure-of.ts'
import { useNow } from '../../listing/freshness.tsx'
import type { MarketLabel } from '../../listing/labels.ts'
import { useStoppedAt } from '../../listing/use-node-state.ts'
import { serverNow } from '../../node/clock.ts'
import { usePreferences, useZone } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { failureWords } from '../../ui/failure-view.ts'
import type { FailureView } from '../../ui/failure-view.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { candlesQuery } from '../candles/query.ts'
import { dayRange, marketDay } from './market-day.ts'
import type { MarketDay } from './market-day.ts'
import styles from './market-row.module.css'
import table from './markets-panel.module.css'

const minute = 60_000

function Change({ change, direction }: { change: string | undefined; direction: MarketDay['direction'] }) {
  if (change === undefined) {
    return (
      <span className="muted" title="No trade is known from a day ago">
        unknown
      </span>
    )
  }
  return (
    <span className={styles.change} data-direction={direction}>
      {direction !== 'muted' && <Icon name={direction === 'up' ? 'arrow-up' : 'arrow-down'} size="0.8125rem" />}
      {change}
    </span>
  )
}

function LastTrade({ ns }: { ns: string }) {
  const zone = useZone()
  useNow()
  return (
    <time title={formatInstant(ns, zone, { precision: 'nano' })}>
      {formatAge(toMilliseconds(serverNow() - BigInt(ns))).replace(/\.\d/, '')}
    </time>
  )
}

/** The row shows an earlier answer; how old it is stands where the last trade would. */
function Old({ failure, since }: { failure: FailureView; since: number }) {
  return (
    <span className={styles.old} title={failureWords(failure, 'its candles').title}>
      {formatAge(useNow() - since)} old
    </span>
  )
}

interface DayProps {
  market: MarketLabel
  day: MarketDay
  unit: string | undefined
  /** What to say when the last question failed. */
  old: ReactNode
}

function Day({ market, day, unit, old }: DayProps) {
  const { price, change, direction, closes, volume, lastTrade } = day
  const name = market.code || market.name
  const size = trimZeros(shiftDecimals(volume, market.positionDecimals))
  return (
    <>
      <td data-align="right" title={price}>
        {price === undefined ? (
          <MissingCell reason="no trade in 25 hours" />
        ) : (
          <>
            {formatAmount(price, market.decimals)}
            {unit !== undefined && <small className={styles.unit}> {unit}</small>}
          </>
        )}
      </td>
      <td data-align="right">
        {lastTrade === undefined ? (
          <span className="muted">no trades</span>
        ) : (
          <Change change={change} direction={direction} />
        )}
      </td>
      <td className={table.wide}>
        {lastTrade !== undefined && (
          <Sparkline
            values={closes}
            tone={direction}
            label={`${name}, hourly closes of the last day${change === undefined ? '' : `, ${change}`}`}
          />
        )}
      </td>
      <td className={table.wide} data-align="right" title="since the start of the hour 23 hours ago">
        {groupDigits(size)}
      </td>
      <td className={table.wide} data-align="right">
        {old ??
          (lastTrade === undefined ? (
            <span className="muted">over 1 d</span>
          ) : (
            <span className="muted">
              <LastTrade ns={lastTrade} />
            </span>
          ))}
      </td>
    </>
  )
}

/** One market and its last day, from hourly candles (interface.md 4.6). `enabled` holds its question back. */
export function MarketRow(props: { market: MarketLabel; unit: string | undefined; enabled: boolean }) {
  const { market, unit, enabled } = props
  const { live } = usePreferences()
  const now = useStoppedAt() ?? serverNow()
  const query = useQuery({
    ...candlesQuery(candleIdOf('1 hour', market.id), dayRange(now)),
    enabled,
    staleTime: minute,
    refetchInterval: live ? minute : false, // a hidden tab keeps the clock and asks nothing
    placeholderData: (before) => before, // another hour is another question: the row keeps what it shows meanwhile
  })
  const day = query.data && marketDay(query.data, now)
  const failure = query.error ? failureOf(query.error) : undefined
  return (
    <tr data-quiet={(day && day.lastTrade === undefined) || undefined} className={styles.row}>
      <td>
        <Anchor href={pathTo`/markets/${market.id}/candles`} className={styles.market} title={market.name}>
          <b>{market.code || market.name}</b>
          {market.product !== 'unknown' && <span> {market.product}</span>}
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
        <td colSpan={5} className={styles.failed}>
          {failureWords(failure, 'its candles').title}
          <button type="button" className="link" onClick={() => void query.refetch()}>
            Retry
          </button>
        </td>
      ) : (
        ['price', 'change', 'line', 'volume', 'trade'].map((column, at) => (
          <td key={column} className={at < 2 ? undefined : table.wide}>
            <span className="visually-hidden">Loading</span>
            <i className={styles.waiting} />
          </td>
        ))
      )}
    </tr>
  )
}
