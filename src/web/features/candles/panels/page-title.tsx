import { type ReactNode, useId, useState } from 'react'
import { bucketStart } from '../../../../wire/candle-interval.ts'
import { failureOf } from '../../../format/failure.ts'
import { clockOffset, serverNow } from '../../../client/server-clock.ts'
import { enumWords } from '../../../format/words.ts'
import type { MarketLabel } from '../../../entities/labels.ts'
import { useNodeStaleness } from '../../../entities/staleness.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { formatAge } from '../../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../../format/time.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import { Countdown } from '../../../ui/feedback/countdown.tsx'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import { useNow } from '../../../ui/use-now.ts'
import { roundFraction, volumeText } from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import { lastTraded } from '../data/merge-candles.ts'
import { changeWords, useMarketDay, windowLabel, windowWords } from '../day/use-market-day.ts'
import type { PageProps } from '../use-candles-page.ts'
import { MarketPicker, PickerButton } from './market-picker.tsx'
import styles from './page-title.module.css'

/** Change and volume of the market's last 24 hours, independent of the chart's range. The chart's candles are requested first. */
function LastDay({ marketId, page: { format, rows } }: PageProps & { marketId: string }) {
  const { data: day, error, dataUpdatedAt } = useMarketDay(marketId, rows.length > 0)
  const stopped = useStoppedAt() !== undefined
  const age = useNow((now) => error !== null && formatAge(now - dataUpdatedAt))
  const title = error ? failureLine(failureOf(error), 'its candles') : undefined
  if (!day) {
    // Without candles the page says what went wrong.
    if (!error || rows.length === 0) return <span className={styles.day} />
    return (
      <span className="muted" title={title}>
        24 h not loaded
      </span>
    )
  }
  const { zone, base } = format
  const volume = volumeText(day.volume, format)
  return (
    <span className={styles.day}>
      {windowLabel(day, zone, stopped)}{' '}
      <b data-direction={day.direction}>
        <Exact exact={changeWords(day, zone)}>{day.traded ? (day.change ?? 'unknown') : 'no trades'}</Exact>
      </b>
      {day.traded && (
        <span className={styles.volume}>
          {' '}
          volume{' '}
          <b>
            <Exact exact={`${volume}, ${windowWords(day, zone)}`}>{roundFraction(volume, 4)}</Exact>
          </b>{' '}
          {base}
        </span>
      )}
      {error && (
        <span className="muted" title={title}>
          {' '}
          {age} old
        </span>
      )}
    </span>
  )
}

/** Age of the newest of `rows` with trades by the node's clock; shows the exact time on focus or hover. */
function LastTrade({ rows, zone }: { rows: readonly Row[]; zone: Zone }) {
  const last = lastTraded(rows)
  const at = last && toMilliseconds(BigInt(last.lastUpdate))
  const age = useNow((now) => at !== undefined && formatAge(Math.max(0, now + clockOffset() - at)))
  if (!last) return <span className={styles.age} />
  return (
    <Exact className={styles.age} exact={formatInstant(last.lastUpdate, zone, { precision: 'milli' })}>
      Last trade {age} ago
    </Exact>
  )
}

/** Time until the running candle closes, by the node's clock; nothing for candles without a fixed length. */
function CandleClose({ length, zone }: { length: bigint | undefined; zone: Zone }) {
  const end = useNow(
    (now) => length && bucketStart(BigInt(Math.round(now + clockOffset())) * 1_000_000n, length) + length,
  )
  const stopped = useStoppedAt() !== undefined
  const stale = useNodeStaleness() !== undefined
  if (end === undefined || stopped || stale) return <span className={styles.closes} />
  return (
    <Exact className={styles.closes} exact={`This candle closes at ${formatInstant(end, zone)}`}>
      Closes in <Countdown key={String(end)} until={end} now={serverNow} silent />
    </Exact>
  )
}

/** What trades on a market whose state is not the usual one: `perpetual, settled`. */
function kindWords(label: MarketLabel | undefined): string {
  if (!label) return ''
  const { product, state } = label
  const usual = state === 'STATE_ACTIVE' || state === 'STATE_UNSPECIFIED'
  return [product === 'unknown' ? '' : product, usual ? '' : enumWords(state)].filter(Boolean).join(', ')
}

/** Title with the market, the last day's figures, the age of the newest trade, and the time left of the candle: one line. */
export function PageTitle({ page, end }: PageProps & { end?: ReactNode }) {
  const { name, subject, rows, state, format, navigation } = page
  const { label, marketId, interval } = subject
  const picker = useId()
  const [picking, setPicking] = useState(false)
  const { data: day } = useMarketDay(marketId ?? '', false)
  const kind = kindWords(label)
  const facts = [kind, day?.change && `${day.change} in 24 h`, day && windowWords(day, format.zone)]
  const ids = [marketId !== undefined && `market ${marketId}`, interval && `candles ${interval.candleId}`]
  const tip = [...facts, ...ids].filter(Boolean).join(', ')
  return (
    <PageHead
      title={<PickerButton id={picker} title={name} tip={tip} open={picking} />}
      sub={
        <>
          {kind !== '' && <span className={styles.kind}>{kind}</span>}
          {marketId !== undefined && <LastDay marketId={marketId} page={page} />}
          <CandleClose length={rows.length > 0 ? format.length : undefined} zone={format.zone} />
          {/* The last trade of an earlier range is not that of the market. */}
          <LastTrade rows={state.newer.more ? [] : rows} zone={format.zone} />
        </>
      }
      actions={end}
    >
      <MarketPicker id={picker} open={picking} current={marketId} onOpen={setPicking} onChoose={navigation.toMarket} />
    </PageHead>
  )
}
