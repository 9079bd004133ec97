import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { serverNow } from '../../client/server-clock.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { shortId } from '../../format/id.ts'
import type { Zone } from '../../format/time.ts'
import { createObservable } from '../../observable.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { go } from '../../router/navigate.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { useFrozenLink } from '../../ui/overlays/share-menu.tsx'
import { useObservable } from '../../use-observable.ts'
import type { ChartController } from './chart/chart-controller.ts'
import { useChartScene } from './chart/chart-scene.ts'
import type { ChartView } from './chart/chart-view.ts'
import { comparedIds, useCompared, writeCompared } from './data/compared.ts'
import { useFurtherBack } from './data/first-candle.ts'
import { indexAt } from './data/merge-candles.ts'
import {
  useBarFormat,
  useCandleRows,
  useCandleSeries,
  useLiveCandles,
  useRefusedIntervals,
} from './data/use-candle-series.ts'
import { readStudies, writeStudies, writeStudy } from './indicators/study.ts'
import { usePriceLines } from './lines/price-lines.ts'
import { spanOf } from './ledger/ledger-bars.ts'
import { useMarketLedger } from './ledger/use-market-ledger.ts'
import { useMeasure } from './measure/use-measure.ts'
import { useNamedRange } from './ranges/named-range.ts'
import { useRange } from './ranges/use-range.ts'
import { frozenSearch, readRequestedView, withoutIgnored } from './requested-view.ts'
import { type CandleSubject, useCandleSubject } from './use-candle-subject.ts'
import { type CandlesUrl, hrefOf, useCandlesUrl } from './use-candles-url.ts'
import { listen, onResize } from '../../listen.ts'

/** In rem, as every layout here: text of twice the size leaves room for half as much. */
const [minWidth, minHeight] = [40, 30]

function measure(): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return window.innerWidth / rem <= minWidth || window.innerHeight / rem <= minHeight
}

const compact = createObservable(measure(), () => {
  const update = (): void => compact.set(measure())
  // The size of the text changes the page, not the window.
  const stops = [listen(window, { resize: update }), onResize([document.documentElement], update)]
  return () => stops.forEach((stop) => stop())
})

/** Whether there is room for one row of controls only, as on a phone or at 200 % zoom; the others are in a sheet. */
export const useCompact = (): boolean => useObservable(compact)

const typing =
  'input:not([type=button], [type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]'
const overlay = 'dialog[open], [role=dialog], [role=menu]'

/** Whether a key is unclaimed: no field has the focus, no overlay is open, nothing has handled it. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.repeat &&
  !event.isComposing &&
  !event.altKey &&
  !event.ctrlKey &&
  !event.metaKey &&
  !(event.target instanceof Element && event.target.closest(typing)) &&
  document.querySelector(overlay) === null

/** Keys of the page that work wherever the focus is, unless something else takes them. */
function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = event.shiftKey || !isFreeKey(event) ? undefined : keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  // On the window: what has the focus comes first, and then the keys of the frame, such as `g t`.
  useEffect(() => listen(window, { keydown: (event) => onKey(event) }), [])
}

/** Full screen of an element. `can` is false where the browser has none for elements (iPhone). */
function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const fullscreenchange = (): void =>
      setOn(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    return listen(document, { fullscreenchange })
  }, [element])
  const toggle = useCallback(async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen()
      else await element.current?.requestFullscreen()
    } catch {
      toast('The browser blocked full screen')
    }
  }, [element])
  return { can: document.fullscreenEnabled, on, toggle: () => void toggle() }
}

/** The URL state as far as it can be shown, and the notices about the rest. */
function useRequestedView(given: CandlesUrl, subject: CandleSubject, zone: Zone) {
  const { search, invalid, change } = given
  const { interval, unlisted, source } = subject
  const byId = 'candleId' in given.subject
  const requested = useMemo(
    () =>
      readRequestedView({
        search,
        invalid,
        interval,
        unlisted,
        byId,
        listed: source === 'listed',
        zone,
        now: serverNow(),
      }),
    [search, invalid, interval, unlisted, byId, source, zone],
  )
  /** Removes the parts that cannot be shown from the URL. */
  const dismiss = useCallback(() => change(withoutIgnored(requested.ignored), true), [requested, change])
  const address: CandlesUrl = { ...given, search: requested.search }
  return { address, ignored: requested.ignored, dismiss }
}

/** Makes "This moment" of the share menu produce a permalink to the visible candles with a named interval and fixed instants. */
function useFrozenView({ subject, search }: CandlesUrl, { interval }: CandleSubject, view: ChartView): void {
  useFrozenLink(
    () =>
      hrefOf(
        subject,
        frozenSearch(search, {
          interval: 'marketId' in subject ? interval?.name : undefined,
          length: interval?.length,
          seen: view.visible.get(),
          now: serverNow(),
        }),
      ),
    search.to === undefined,
  )
}

const longestId = 40

/** The heading, and what candles are of in a sentence: the market and its interval, or a candle id that names no market. */
function titleOf({ label, marketId, interval }: CandleSubject) {
  if (marketId === undefined) {
    const id = interval?.candleId ?? ''
    const short = id.length > longestId ? `${id.slice(0, longestId)}…` : id
    return { name: 'Candle id', title: `candle id ${short}`.trim() }
  }
  const name = label?.code ?? shortId(marketId)
  return { name, title: interval ? `${name}, ${interval.label}` : name }
}

/** What the page is about: market and interval by its address, and what of the address can be shown. */
function usePageAddress() {
  const given = useCandlesUrl()
  const subject = useCandleSubject(given)
  const preferredZone = usePreference('zone')
  const zone = given.search.zone ?? preferredZone
  const requested = useRequestedView(given, subject, zone)
  const [address, range] = useNamedRange(requested.address, subject.interval)
  return { ...requested, subject, zone, range, address }
}

/** Everything that the page of candles shows and does. */
export function useCandlesPage(element: RefObject<HTMLElement | null>) {
  const about = usePageAddress()
  const { subject, zone, address } = about
  const { interval, marketId } = subject
  const live = usePreference('live')
  const { base: node } = useNodeState('base')
  const { search, change } = address

  const candleId = interval?.candleId
  const { series, view, state } = useCandleSeries(candleId ?? '', node)
  const [controller, setController] = useState<ChartController>()
  const refused = useRefusedIntervals(marketId, candleId, state.phase)
  const away = useObservable(view.visible, (visible) => visible?.atEdge === false)

  const rows = useCandleRows(state, interval?.length, search.empty === 'skip')
  const format = useBarFormat(subject, zone)
  const studies = useMemo(() => readStudies(search.studies), [search.studies])
  const compare = comparedIds(search.compare, candleId)
  const compared = useCompared(compare, node, state.candles)
  const ledger = useMarketLedger(search.party, subject, view, node)
  const scene = useChartScene({ rows, state, format, search, studies, compared, ledger: ledger?.scene })

  const navigation = useRange({ series, state, view, controller, subject, address })
  useLiveCandles(candleId, series, view, live)
  const measuring = useMeasure(view, rows, address)
  const further = useFurtherBack(state, view, search.from, subject)
  useFrozenView(address, subject, view)

  const own = usePriceLines({ node, name: titleOf(subject).name, subject, address })
  const fullScreen = useFullScreen(element)
  const onTable = (): void => change({ table: search.table ? undefined : 'on' }, true)
  const onEntries = (ofCandle?: string): void => {
    const [start, seen] = [ofCandle ?? view.cursor.get() ?? search.at, view.visible.get()]
    const bars = start === undefined ? seen : { first: indexAt(rows, start) }
    const span = bars && spanOf(rows, bars, interval?.length)
    const statement = span && ledger?.statementOf(span)
    if (statement !== undefined) go(statement)
  }
  usePageKeys({ t: onTable, f: fullScreen.toggle, e: () => onEntries() })

  return {
    ...about,
    ...titleOf(subject),
    node,
    series,
    state,
    view,
    controller,
    setController,
    refused,
    rows,
    format,
    studies,
    compare,
    compared,
    ledger,
    scene,
    navigation,
    measuring,
    own,
    further,
    fullScreen,
    onTable,
    /** Opens the statement at a candle (its start), at the crosshair by default, while a party is shown. */
    onEntries,
    onHide: (study: string) => {
      const hidden = readStudies(search.hidden).map(writeStudy)
      const next = hidden.includes(study) ? hidden.filter((one) => one !== study) : [...hidden, study]
      change({ hidden: writeStudies(readStudies(next.join())) }, true)
    },
    onAnchor: (anchor: string | undefined) => change({ anchor }),
    onCompare: (ids: readonly string[]) => change({ compare: writeCompared(ids), scale: undefined }),
    atLatest: !away && !state.newer.more,
    /** Prices are drawn as differences to an anchor. */
    anchored: (controller?.transform()?.anchor ?? 0n) !== 0n,
  }
}

export type CandlesPageModel = ReturnType<typeof useCandlesPage>

/** Of the components that are on this page alone. */
export interface PageProps {
  page: CandlesPageModel
}
