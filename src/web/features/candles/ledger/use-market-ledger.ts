import { useCallback, useEffect, useMemo, useState } from 'react'
import { useAssets } from '../../../entities/labels.ts'
import { shortId } from '../../../format/id.ts'
import { createObservable } from '../../../observable.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { useObservable } from '../../../use-observable.ts'
import { type ChartView, useVisible } from '../chart/chart-view.ts'
import type { CandleSubject } from '../use-candle-subject.ts'
import { nothingRead, type Span, statementOfBar } from './ledger-bars.ts'
import type { MarketLedger } from './market-ledger.ts'

/** Delay in ms after the last move of the view, before the ledger of what is in view is read. */
const settleMs = 250

const none = createObservable(nothingRead)

/** What the ledger of a party on the market needs to be read: undefined without a party, a market, or while these are not known. */
function useLedgerSubject(party: string | undefined, { marketId, label, labelling }: CandleSubject) {
  const assetId = label?.settlementAsset
  const isKnown = labelling !== 'waiting'
  return useMemo(
    () =>
      party === undefined || marketId === undefined || !isKnown
        ? undefined
        : { party: party.toLowerCase(), marketId, ...(assetId !== undefined && { assetId }) },
    [party, marketId, assetId, isKnown],
  )
}

/** The ledger of the address's party on the market, as far as it is read for the range in view. */
function useReading(subject: ReturnType<typeof useLedgerSubject>, view: ChartView, node: string, length?: bigint) {
  const [ledger, setLedger] = useState<MarketLedger>()
  const seen = useVisible(view)
  useEffect(() => {
    if (!subject) return undefined
    let made: MarketLedger | undefined
    let isOver = false
    // A chart without a party does not need it.
    void import('./market-ledger.ts').then(({ MarketLedger: Made }) => {
      if (isOver) return
      made = new Made(node, subject)
      setLedger(made)
    })
    return () => {
      isOver = true
      made?.end()
      setLedger(undefined)
    }
  }, [subject, node])
  useEffect(() => {
    if (!ledger || !seen || seen.last < seen.first) return undefined
    const timer = setTimeout(() => ledger.show(seen.rows, seen, length), settleMs)
    return () => clearTimeout(timer)
  }, [ledger, seen, length])
  const reading = useObservable(ledger?.reading ?? none)
  const retry = useCallback(() => ledger?.retry(), [ledger])
  return { reading, retry }
}

/** The ledger on the chart; undefined where the address names no party. */
export function useMarketLedger(party: string | undefined, subject: CandleSubject, view: ChartView, node: string) {
  const ledger = useLedgerSubject(party, subject)
  const { reading, retry } = useReading(ledger, view, node, subject.interval?.length)
  const { byId } = useAssets()
  const preferred = usePreference('decimals')
  const { asset = ledger?.assetId, bars } = reading
  const decimals = asset === undefined ? undefined : (byId.get(asset)?.decimals ?? preferred[asset])
  const symbol = asset === undefined ? '' : (byId.get(asset)?.symbol ?? shortId(asset))
  const unit = decimals === undefined && asset !== undefined ? `${symbol} (raw)` : symbol
  const scene = useMemo(
    () => (party === undefined ? undefined : { bars, unit, decimals }),
    [party, bars, unit, decimals],
  )
  const { marketId } = subject
  const assetId = ledger?.assetId
  return useMemo(() => {
    if (party === undefined || !scene) return undefined
    /** The statement at the span of a bar, or of several; undefined where the candles are of no known market. */
    const statementOf = (span: Span): string | undefined =>
      marketId === undefined ? undefined : statementOfBar({ party, marketId, assetId }, span)
    return { ...scene, party, reading, retry, scene, statementOf }
  }, [scene, party, reading, retry, marketId, assetId])
}

export type LedgerOnChart = NonNullable<ReturnType<typeof useMarketLedger>>
