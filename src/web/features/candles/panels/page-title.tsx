import { type ReactNode, useId, useState } from 'react'
import { bucketStart } from '../../../../wire/candle-interval.ts'
import { formatAge } from '../../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../../format/time.ts'
import { clockOffset, serverNow } from '../../../client/server-clock.ts'
import { useNodeStaleness } from '../../../entities/staleness.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { Countdown } from '../../../ui/feedback/countdown.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { linkTo } from '../../../router/link-to.ts'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import type { Subject } from '../use-candles-url.ts'
import type { CandleSubject } from '../use-candle-target.ts'
import { LastDay } from '../day/last-day.tsx'
import { isGap } from '../data/merge-candles.ts'
import type { Reading } from '../data/bar-format.ts'
import { MarketPicker, PickerButton } from './market-picker.tsx'
import styles from './page-title.module.css'
import type { Row } from '../data/fill-gaps.ts'

/** Age of the newest loaded trade by the node's clock; shows the exact time on focus or hover. */
function LastTrade({ rows, zone }: { rows: readonly Row[]; zone: Zone }) {
  const now = useNow() + clockOffset()
  const last = rows.findLast((row) => !isGap(row))
  if (!last) return <span className={styles.age} />
  const age = formatAge(Math.max(0, now - toMilliseconds(BigInt(last.lastUpdate))))
  return (
    <Exact className={styles.age} exact={formatInstant(last.lastUpdate, zone, { precision: 'milli' })}>
      Last trade {age} ago
    </Exact>
  )
}

/** Time until the running candle closes, by the node's clock; nothing for candles without a fixed length. */
function CandleClose({ length, zone }: { length: bigint | undefined; zone: Zone }) {
  const now = BigInt(Math.round(useNow() + clockOffset())) * 1_000_000n
  const stopped = useStoppedAt() !== undefined
  const stale = useNodeStaleness() !== undefined
  if (length === undefined || stopped || stale) return <span className={styles.closes} />
  const end = bucketStart(now, length) + length
  return (
    <Exact className={styles.closes} exact={`This candle closes at ${formatInstant(end, zone)}`}>
      Closes in <Countdown key={String(end)} until={end} now={serverNow} silent />
    </Exact>
  )
}

export interface PageTitleProps {
  name: string
  subject: CandleSubject
  rows: readonly Row[]
  reading: Reading
  onMarket: (subject: Subject) => void
  /** After the ids of the market. */
  children?: ReactNode
  /** At the end of the line. */
  end?: ReactNode
}

/** Title with market and ids, the last day's figures, the age of the newest trade, and the time left of the candle. */
export function PageTitle({ name, subject, rows, reading, onMarket, children, end }: PageTitleProps) {
  const { label, marketId, interval } = subject
  const picker = useId()
  const [picking, setPicking] = useState(false)
  const candleId = interval?.candleId
  return (
    <PageHead
      title={<PickerButton id={picker} title={name} open={picking} />}
      sub={
        <span className={styles.ids}>
          {label && label.product !== 'unknown' && <span className={styles.product}>{label.product}</span>}
          {marketId !== undefined && (
            <IdChip id={marketId} kind="market" copy to={linkTo('/markets/$marketId', { marketId })} />
          )}
          {candleId !== undefined && (
            <CopyButton small text={candleId} label={`Copy candle id ${candleId}`} icon="candles" />
          )}
          {children}
        </span>
      }
      actions={
        <>
          {marketId !== undefined && <LastDay marketId={marketId} reading={reading} enabled={rows.length > 0} />}
          <LastTrade rows={rows} zone={reading.zone} />
          <CandleClose length={rows.length > 0 ? reading.length : undefined} zone={reading.zone} />
          {end}
        </>
      }
    >
      <MarketPicker id={picker} open={picking} current={marketId} onOpen={setPicking} onChoose={onMarket} />
    </PageHead>
  )
}
