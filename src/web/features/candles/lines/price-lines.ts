import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { useObservable } from '../../../use-observable.ts'
import type { CandleSubject } from '../use-candle-subject.ts'
import type { CandlesUrl } from '../use-candles-url.ts'
import { setPriceAlerts, unreadPrices } from './price-alerts.ts'

/** A horizontal line of the reader. The price is a raw integer in market decimals. */
export interface PriceLine {
  price: string
  /** Alerts once for each crossing of the price, while the tab is open. */
  alert: boolean
}

/** As many as can be told apart at the axis. */
const maxLines = 12

const suffix = '-alert'

/** Parses `9360000-alert,9125000`. Ignores repetitions, and returns at most twelve. */
export function readLines(text: string | undefined): PriceLine[] {
  const found = new Map<string, PriceLine>()
  for (const part of (text ?? '').split(',')) {
    const price = part.replace(suffix, '').replace(/^0+(?=\d)/, '')
    if (/^\d+$/.test(price)) found.set(price, { price, alert: part.endsWith(suffix) })
  }
  return [...found.values()].slice(0, maxLines)
}

/** Form in the address; undefined for none. */
export const writeLines = (lines: readonly PriceLine[]): string | undefined =>
  lines.length === 0 ? undefined : lines.map(({ price, alert }) => (alert ? price + suffix : price)).join(',')

/** The lines with one at this price, which alerts or not; undefined takes it away. */
export const withLine = (lines: readonly PriceLine[], price: string, alert: boolean | undefined): PriceLine[] => {
  const others = lines.filter((line) => line.price !== price)
  return alert === undefined ? others : [...others, { price, alert }].slice(-maxLines)
}

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
