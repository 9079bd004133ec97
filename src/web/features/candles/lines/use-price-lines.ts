import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePreference } from '../../../preferences/use-preferences.ts'
import type { CandleSubject } from '../use-candle-subject.ts'
import type { CandlesUrl } from '../use-candles-url.ts'
import { setPriceAlerts } from './price-alerts.ts'
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
  useEffect(() => {
    if (candleId === undefined) return
    const prices = kept.flatMap(({ price, alert }) => (alert ? [price] : []))
    setPriceAlerts(`${node} ${marketId ?? candleId}`, { node, candleId, name, decimals, prices })
  }, [node, marketId, candleId, name, decimals, kept])
  const alertWords = live ? 'alert when crossed, while this tab is open' : 'no alert while updates are paused'
  return useMemo(() => ({ lines, alertWords, onLines }), [lines, alertWords, onLines])
}
