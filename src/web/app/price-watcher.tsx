import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Candle } from '../../wire/candles.ts'
import { serverNow } from '../client/server-clock.ts'
import { askCandles, pageRequest } from '../features/candles/data/query.ts'
import { lastTraded, mergeCandles } from '../features/candles/data/merge-candles.ts'
import { crossing, type PriceAlerts, priceAlerts, unreadPrices } from '../features/candles/lines/price-alerts.ts'
import { allowNotifications, browserAlerts } from '../features/spam-statistics/alerts/browser-alerts.ts'
import { alertReader } from '../features/spam-statistics/watcher/alerts.ts'
import { formatAmount } from '../format/amount.ts'
import { usePreference } from '../preferences/use-preferences.ts'
import { toast } from '../ui/overlays/toast.tsx'
import { useObservable } from '../use-observable.ts'

/** How often the newest candles of a market are read, in ms; browsers allow a hidden tab once a minute. */
const pollMs = 10_000
/** More than pass between two readings of a hidden tab, at the shortest interval. */
const newestCandles = 20

function tell({ name, candleId, node }: PriceAlerts, words: string): void {
  toast(`${name} ${words}`)
  alertReader({ title: name, words, key: `${node} ${candleId}`, state: 'watch' }, browserAlerts)
}

/** Alerts once for each crossing since the reading before; the first reading only says on which side the price is. */
function WatchedPrices({ market, alerts }: { market: string; alerts: PriceAlerts }) {
  const { candleId, node, prices, decimals } = alerts
  const live = usePreference('live')
  const seen = useRef<Candle>(undefined)
  const { data, isError } = useQuery({
    queryKey: ['price alerts', node, candleId],
    queryFn: async ({ signal }) => {
      const page = await askCandles(pageRequest(candleId, { first: newestCandles }, serverNow()), signal, node)
      return mergeCandles(page.edges.map((edge) => edge.node))
    },
    refetchInterval: live && pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => void allowNotifications(), [prices.length])
  const read = useEffectEvent((candles: readonly Candle[]) => {
    const [before, newest] = [seen.current, lastTraded(candles)]
    if (newest) seen.current = newest
    if (!before || !newest) return
    for (const price of prices) {
      const direction = crossing(before, candles, price)
      const [level, now] = [price, newest.close].map((raw) => formatAmount(raw, decimals))
      if (direction) tell(alerts, `crossed ${level} ${direction === 'up' ? 'upwards' : 'downwards'}, now ${now}`)
    }
  })
  useEffect(() => {
    if (data) read(data)
  }, [data])
  // An alert that cannot come is said where it was asked for.
  useEffect(() => {
    if (!isError) return undefined
    unreadPrices.set([...unreadPrices.get(), market])
    return () => unreadPrices.set(unreadPrices.get().filter((one) => one !== market))
  }, [isError, market])
  return null
}

/** Reads the markets at whose prices this tab alerts, whatever page it shows. */
export function PriceWatcher({ node }: { node: string }) {
  const all = useObservable(priceAlerts)
  return Object.entries(all)
    .filter(([, alerts]) => alerts.node === node)
    .map(([market, alerts]) => <WatchedPrices key={`${market} ${alerts.candleId}`} market={market} alerts={alerts} />)
}
