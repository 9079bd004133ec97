import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { useObservable } from '../../../use-observable.ts'
import type { CandleSubject } from '../use-candle-subject.ts'
import type { CandlesUrl } from '../use-candles-url.ts'
import { setPriceAlerts, unreadPrices } from './price-alerts.ts'
import { type PriceLine, readLines, writeLines } from './price-lines.ts'

interface PriceLinesOptions {
  node: string
  /** What the page is about, in words. */
  name: string
  subject: CandleSubject
  address: CandlesUrl
}

/** The reader's lines, which the address keeps, and the watch of those that alert. */
export function usePriceLines({ node, name, subject, address: { search, change } }: PriceLinesOptions) {
  const live = usePreference('live')
  const text = search.lines
  const kept = useMemo(() => readLines(text), [text])
  const [dragged, setDragged] = useState<{ text: string | undefined; lines: readonly PriceLine[] }>()
  const lines = dragged && dragged.text === text ? dragged.lines : kept
  const onLines = useCallback(
    (next: readonly PriceLine[], done: boolean) => {
      setDragged({ text, lines: next })
      if (done) change({ lines: writeLines(next) }, true)
    },
    [text, change],
  )
  const { interval, marketId, decimals } = subject
  const candleId = interval?.candleId
  const market = `${node} ${marketId ?? candleId}`
  const isUnread = useObservable(unreadPrices, (markets) => markets.includes(market))
  useEffect(() => {
    if (candleId === undefined) return
    const prices = kept.flatMap(({ price, alert }) => (alert ? [price] : []))
    setPriceAlerts(market, { node, candleId, name, decimals, prices })
  }, [node, market, candleId, name, decimals, kept])
  const alertWords = !live
    ? 'no alert while updates are paused'
    : isUnread
      ? 'no alert: the price cannot be read now'
      : 'alert when crossed, while this tab is open'
  return useMemo(() => ({ lines, alertWords, onLines }), [lines, alertWords, onLines])
}
