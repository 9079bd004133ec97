import { type RefObject, useMemo, useState } from 'react'
import { useNodeState } from '../../entities/use-node-status.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useObservable } from '../../use-observable.ts'
import type { Engine } from './chart/chart-controller.ts'
import { useScene } from './chart/use-chart-model.ts'
import { comparedIds, writeCompared } from './data/compared-ids.ts'
import { useFurtherBack } from './data/first-candle.ts'
import { useReading, useRefused, useRows, useSession, useTail } from './data/use-candle-series.ts'
import { useCompared } from './data/use-compared.ts'
import { readStudies } from './indicators/indicator-spec.ts'
import { useFullScreen } from './layout/use-full-screen.ts'
import { usePageKeys } from './layout/use-page-keys.ts'
import { useMeasure } from './measure/use-measure.ts'
import { useJumps } from './ranges/use-range-navigation.ts'
import { useTimeRange } from './ranges/use-time-range.ts'
import { useSubject } from './use-candle-target.ts'
import { useAddress } from './use-candles-url.ts'
import { useRequestedView, useFrozenView } from './use-requested-view.ts'
import { usePlace } from './use-viewport-url.ts'

/** What the page is about: market and interval by its address, and what of the address can be shown. */
function usePageAddress() {
  const given = useAddress()
  const subject = useSubject(given)
  const preferredZone = usePreference('zone')
  const zone = given.search.zone ?? preferredZone
  const requested = useRequestedView(given, subject, zone)
  const [address, range] = useTimeRange(requested.address, subject.interval)
  return { ...requested, subject, zone, range, address }
}

/** Everything that the page of candles shows and does. */
export function useCandlesPage(element: RefObject<HTMLElement | null>) {
  const { subject, zone, range, address, unmet, dismiss } = usePageAddress()
  const { interval, marketId } = subject
  const live = usePreference('live')
  const { base: node } = useNodeState()
  const { search, change } = address

  const candleId = interval?.candleId
  const { series, view, state } = useSession(candleId ?? '', node)
  const [engine, setEngine] = useState<Engine>()
  const refused = useRefused(marketId, candleId, state.phase)
  const away = useObservable(view.visible, (visible) => visible?.atEdge === false)

  const rows = useRows(state, interval?.length, search.empty === 'skip')
  const reading = useReading(subject, zone)
  const studies = useMemo(() => readStudies(search.studies), [search.studies])
  const compare = comparedIds(search.compare, candleId)
  const compared = useCompared(compare, node, state.candles)
  const scene = useScene({ rows, state, reading, search, studies, compared })

  const jumps = useJumps({ series, view, engine, subject, address })
  usePlace({ series, state, view, engine, interval, address, onTooWide: jumps.showRange })
  useTail(candleId, series, view, live)
  const measuring = useMeasure(view, rows, address)
  const further = useFurtherBack(state, view, search.from, subject)
  useFrozenView(address, subject, view)

  const fullScreen = useFullScreen(element)
  const onTable = (): void => change({ table: search.table ? undefined : 'on' }, true)
  usePageKeys({ t: onTable, f: fullScreen.toggle })

  return {
    node,
    subject,
    address,
    range,
    unmet,
    dismiss,
    series,
    state,
    view,
    engine,
    setEngine,
    refused,
    rows,
    reading,
    zone,
    studies,
    compare,
    compared,
    scene,
    jumps,
    measuring,
    further,
    fullScreen,
    onTable,
    onCompare: (ids: readonly string[]) => change({ compare: writeCompared(ids), scale: undefined }),
    atLatest: !away && !state.newer.more,
    /** Prices are drawn as differences to an anchor. */
    anchored: (engine?.plot()?.anchor ?? 0n) !== 0n,
  }
}

export type CandlesPageModel = ReturnType<typeof useCandlesPage>
