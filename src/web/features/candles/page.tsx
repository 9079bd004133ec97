import { useCallback, useMemo, useState } from 'react'
import { shortId } from '../../format/id.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { useTellTitle } from '../../ui/feedback/tab-state.ts'
import { tabTitle } from './tab-title.ts'
import { useObservable } from '../../use-observable.ts'
import { useAddress } from './use-candles-url.ts'
import { useFurtherBack } from './data/first-candle.ts'
import { ChartBody } from './chart/chart-body.tsx'
import { ChartOptions } from './panels/options/chart-options.tsx'
import { DataPanel } from './table/candle-table-panel.tsx'
import type { Engine } from './chart/chart-controller.ts'
import { ExportMenu } from './panels/export/export-menu.tsx'
import { GoToDate } from './panels/go-to-date.tsx'
import { MeasureBar } from './measure/measure-bar.tsx'
import { Notices } from './panels/notices.tsx'
import { PageTitle } from './panels/page-title.tsx'
import styles from './page.module.css'
import { RangeStatistics } from './panels/range-statistics.tsx'
import { LeftEdgeNote, ReachBar } from './panels/range-bar.tsx'
import { readStudies } from './indicators/indicator-spec.ts'
import { Toolbar } from './panels/toolbar.tsx'
import { useAsked, useFrozenView } from './use-requested-view.ts'
import { comparedId, useCompared } from './data/use-compared.ts'
import { useJumps } from './use-range-navigation.ts'
import { useMeasure } from './measure/use-measure.ts'
import { usePlace } from './use-viewport-url.ts'
import { useScene } from './chart/use-chart-model.ts'
import { useReading, useRefused, useRows, useSession, useTail } from './data/use-candle-series.ts'
import { type CandleSubject, useSubject } from './use-candle-target.ts'

/** Name of the market, and the same with its interval. */
function titleOf({ label, marketId, interval }: CandleSubject) {
  const name = label?.code ?? (marketId === undefined ? 'Candle id' : shortId(marketId))
  return { name, title: interval ? `${name}, ${interval.label}` : name }
}

/** Candle page of a market: chart, figures and table in sync, history on demand, and live updates. */
export function CandlesPage() {
  const given = useAddress()
  const subject = useSubject(given)
  const { interval, marketId } = subject
  const { live, zone: preferredZone } = usePreferences()
  const { base: node } = useNodeState()
  const zone = given.search.zone ?? preferredZone
  const { address, unmet, dismiss } = useAsked(given, subject, zone)
  const { search, change } = address

  const candleId = interval?.candleId
  const { series, view, state } = useSession(candleId ?? '', node)
  const [engine, setEngine] = useState<Engine>()
  const refused = useRefused(marketId, candleId, state.phase)
  const away = useObservable(view.visible, (range) => range?.atEdge === false)

  const rows = useRows(state, interval?.length, search.empty === 'skip')
  const reading = useReading(subject, zone)
  const studies = useMemo(() => readStudies(search.studies), [search.studies])
  const compare = comparedId(search.compare, candleId)
  const compared = useCompared(compare, node, state.candles)
  const scene = useScene({ rows, state, reading, search, studies, compared: compared?.state.candles })

  const jumps = useJumps({ series, view, engine, subject, address })
  usePlace({ series, state, view, engine, interval, address, onTooWide: jumps.showRange })
  useTail(candleId, series, view, live)
  const measuring = useMeasure(view, rows, address)
  const further = useFurtherBack(state, view, search.from, subject)
  useFrozenView(address, subject, view)

  const onTable = useCallback(() => change({ table: search.table ? undefined : 'off' }, true), [change, search.table])
  const onPoint = useCallback((start: string) => engine?.point(start), [engine])
  const { name, title } = titleOf(subject)
  useTellTitle(tabTitle(name, subject, rows, search.to))
  const anchored = (engine?.plot()?.anchor ?? 0n) !== 0n
  return (
    <div className={styles.page}>
      <PageTitle
        name={name}
        subject={subject}
        rows={rows}
        reading={reading}
        compare={compare}
        onMarket={jumps.toMarket}
        onCompare={(chosen) => change({ compare: chosen })}
      />
      <Toolbar
        subject={subject}
        refused={refused}
        search={search}
        onInterval={jumps.toInterval}
        onChange={change}
        logPossible={!anchored}
        options={
          <ChartOptions
            search={search}
            studies={studies}
            onChange={(patch) => change(patch, true)}
            anchored={anchored}
            subject={subject}
          />
        }
      >
        <GoToDate zone={zone} onGo={jumps.toDate} />
        <ExportMenu
          view={view}
          reading={reading}
          context={{
            market: name,
            interval: interval?.label ?? '',
            decimals: subject.decimals,
            positionDecimals: subject.positionDecimals,
          }}
          candleId={candleId ?? ''}
          node={node || location.origin}
          engine={engine}
          loaded={state.candles}
          studies={studies}
        />
      </Toolbar>
      <Notices
        series={series}
        state={state}
        subject={subject}
        zone={zone}
        compared={compared}
        comparable={!anchored}
        unmet={unmet}
        onDismiss={dismiss}
        range={search}
        further={further}
        onInterval={jumps.toLongerInterval}
      />
      <Panel flush>
        <RangeStatistics view={view} reading={reading} skipped={search.empty === 'skip'} />
        <ChartBody
          key={`${node} ${candleId}`}
          state={state}
          scene={scene}
          view={view}
          engine={engine}
          reading={reading}
          range={search}
          compare={compare}
          title={title}
          subject={subject}
          onInterval={jumps.toLongerInterval}
          onEngine={setEngine}
          onRetry={series.retry}
          onLatest={jumps.toLatest}
          onTable={onTable}
          onMeasure={measuring.mark}
          onMeasureEnd={measuring.stop}
        />
        <MeasureBar view={view} rows={rows} reading={reading} onClose={measuring.stop} />
        <ReachBar
          engine={engine}
          onReach={jumps.reach}
          onLatest={jumps.toLatest}
          atLatest={!away && !state.newer.more}
          measuring={measuring.on}
          onMeasure={measuring.toggle}
        >
          <LeftEdgeNote state={state} view={view} interval={interval} />
        </ReachBar>
        <DataPanel
          view={view}
          reading={reading}
          title={title}
          shown={search.table !== 'off'}
          onTable={onTable}
          onPoint={onPoint}
        />
      </Panel>
    </div>
  )
}
