import { useId, useState } from 'react'
import { candleIdOf, parseCandleId } from '../../../../wire/candles.ts'
import { formatAge } from '../../../format/duration.ts'
import { shortId } from '../../../format/id.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../../format/time.ts'
import { clockOffset } from '../../../api/status/server-clock.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { type MarketLabel, useMarkets } from '../../../entities/market/labels.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Chip } from '../../../ui/inputs/chip.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { LiveToggle } from '../../../ui/inputs/live-toggle.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import type { Subject } from '../use-candles-url.ts'
import type { CandleSubject } from '../use-candle-target.ts'
import { LastDay } from '../day/last-day.tsx'
import { isGap } from '../data/merge-candles.ts'
import type { Reading } from '../data/bar-format.ts'
import { MarketPicker, PickerButton } from './market-picker.tsx'
import styles from '../page.module.css'
import type { Row } from '../data/fill-gaps.ts'

/** Name of a candle id: the market's code if listed, and the interval if it differs from `interval`. */
export function candleIdName(
  candleId: string,
  byId: ReadonlyMap<string, MarketLabel>,
  interval: string | undefined,
): string {
  const parsed = parseCandleId(candleId)
  if (!parsed) return candleId
  const market = byId.get(parsed.marketId)?.code || shortId(parsed.marketId)
  return parsed.interval === interval ? market : `${market}, ${parsed.interval}`
}

/** Age of the newest loaded trade by the node's clock; shows the exact time on focus or hover. */
function LastTrade({ rows, zone }: { rows: readonly Row[]; zone: Zone }) {
  const now = useNow() + clockOffset()
  const last = rows.findLast((row) => !isGap(row))
  if (!last) return null
  const age = formatAge(Math.max(0, now - toMilliseconds(BigInt(last.lastUpdate))))
  return (
    <Exact className="muted" exact={formatInstant(last.lastUpdate, zone, { precision: 'milli' })}>
      Last trade {age} ago
    </Exact>
  )
}

export interface PageTitleProps {
  name: string
  subject: CandleSubject
  rows: readonly Row[]
  reading: Reading
  /** The second candle id. */
  compare: string | undefined
  onMarket: (subject: Subject) => void
  onCompare: (candleId: string | undefined) => void
}

/** Title with market and compared market, the last day's figures, and the age of the newest trade. */
export function PageTitle(props: PageTitleProps) {
  const { name, subject, rows, reading, compare, onMarket, onCompare } = props
  const { label, marketId, interval } = subject
  const [picker, second] = [useId(), useId()]
  const [picking, setPicking] = useState(false)
  const [comparing, setComparing] = useState(false)
  const { byId } = useMarkets()
  const candleId = interval?.candleId
  const beside = (subject: Subject): string =>
    'candleId' in subject ? subject.candleId : candleIdOf(interval?.name ?? '1 hour', subject.marketId)
  return (
    <PageHead
      title={<PickerButton id={picker} title={name} open={picking} />}
      sub={
        <span className={styles.ids}>
          {label && label.product !== 'unknown' && <span>{label.product}</span>}
          {marketId !== undefined && <IdChip id={marketId} kind="market" copy />}
          {candleId !== undefined && (
            <CopyButton small text={candleId} label={`Copy candle id ${candleId}`} icon="candles" />
          )}
          {compare === undefined ? (
            <Button small variant="bare" icon="plus" popoverTarget={second} aria-haspopup="listbox">
              Compare
            </Button>
          ) : (
            <Chip onRemove={() => onCompare(undefined)} removeLabel="Stop comparing">
              with {candleIdName(compare, byId, interval?.name)}
            </Chip>
          )}
        </span>
      }
      actions={
        <>
          {marketId !== undefined && <LastDay marketId={marketId} reading={reading} enabled={rows.length > 0} />}
          <LastTrade rows={rows} zone={reading.zone} />
          <LiveToggle />
        </>
      }
    >
      <MarketPicker id={picker} open={picking} current={marketId} onOpen={setPicking} onChoose={onMarket} />
      <MarketPicker
        id={second}
        open={comparing}
        current={undefined}
        without={marketId}
        label="Compare with a market, or a pasted market or candle id"
        onOpen={setComparing}
        onChoose={(subject) => onCompare(beside(subject))}
      />
    </PageHead>
  )
}
