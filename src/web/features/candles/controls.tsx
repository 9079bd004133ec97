import { chainNow } from '../../client/node-status.ts'
import { DateRangePicker } from '../../ui/calendar/date-range-picker.tsx'
import { LiveToggle } from '../../ui/inputs/live-toggle.tsx'
import { Credit } from './layout/credit.tsx'
import { useCompact } from './layout/use-compact.ts'
import { CompactControls } from './panels/compact-controls.tsx'
import { ComparePicker } from './panels/compare/compare-picker.tsx'
import { ExportMenu } from './panels/export/export-menu.tsx'
import { GoToDate } from './panels/go-to-date.tsx'
import { ChartOptions } from './panels/options/chart-options.tsx'
import sheet from './panels/options/chart-options.module.css'
import { PageTitle } from './panels/page-title.tsx'
import { GapsToggle, Toggles, Toolbar } from './panels/toolbar.tsx'
import { LeftEdgeNote, RangeBar } from './ranges/range-bar.tsx'
import { ViewButtons } from './ranges/view-buttons.tsx'
import type { CandlesPageModel } from './use-candles-page.ts'

interface ControlsProps {
  page: CandlesPageModel
  /** Name of the market. */
  name: string
}

const Compare = ({ page: { subject, compare, onCompare } }: Pick<ControlsProps, 'page'>) => (
  <ComparePicker interval={subject.interval} compared={compare} onCompare={onCompare} />
)

function View({ page }: Pick<ControlsProps, 'page'>) {
  const { engine, jumps, atLatest, measuring, address, onTable, fullScreen } = page
  return (
    <ViewButtons
      engine={engine}
      onLatest={jumps.toLatest}
      atLatest={atLatest}
      measuring={measuring.on}
      onMeasure={measuring.toggle}
      table={address.search.table === 'on'}
      onTable={onTable}
      fullScreen={fullScreen}
    />
  )
}

function Export({ page, name }: ControlsProps) {
  const { view, reading, subject, node, engine, state, studies } = page
  const { interval, decimals, positionDecimals } = subject
  return (
    <ExportMenu
      view={view}
      reading={reading}
      context={{ market: name, interval: interval?.label ?? '', decimals, positionDecimals }}
      candleId={interval?.candleId ?? ''}
      node={node || location.origin}
      engine={engine}
      loaded={state.candles}
      studies={studies}
    />
  )
}

/** A date to go to, and a calendar of days to show; days that have not ended are shown up to now. */
function Dates({ page: { zone, jumps, address } }: Pick<ControlsProps, 'page'>) {
  const { from, to } = address.search
  const now = chainNow()
  return (
    <>
      <GoToDate zone={zone} onGo={jumps.toDate} />
      <DateRangePicker
        label="Choose days to show"
        range={{ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }}
        zone={zone}
        now={now}
        onChange={(days) => {
          const end = BigInt(days.to)
          jumps.showRange(BigInt(days.from), end > now ? undefined : end, 'these days')
        }}
      />
    </>
  )
}

/** Title and controls above the chart: in two rows, or in one with a sheet where there is no room. */
export function Head({ page, name }: ControlsProps) {
  const { subject, rows, reading, refused, jumps, address, studies, anchored, range } = page
  const { search, change } = address
  const compact = useCompact()
  const options = {
    search,
    studies,
    onChange: (patch: Parameters<typeof change>[0]) => change(patch, true),
    anchored,
    subject,
  }
  const interval = { subject, refused, onInterval: jumps.toInterval }
  const toggles = <Toggles search={search} onChange={change} logPossible={!anchored} />
  const date = <Dates page={page} />
  const title = { name, subject, rows, reading, onMarket: jumps.toMarket }
  if (compact) {
    return (
      <>
        <PageTitle {...title} />
        <CompactControls
          interval={interval}
          range={{ intervals: subject.intervals, current: range, onRange: jumps.toRange }}
        >
          <ChartOptions
            {...options}
            sheet={
              <>
                <div className={sheet.tools}>
                  {date}
                  <Export page={page} name={name} />
                </div>
                <div className={sheet.tools}>
                  <GapsToggle search={search} onChange={change} />
                  <Compare page={page} />
                  <LiveToggle />
                </div>
                <View page={page} />
              </>
            }
          />
        </CompactControls>
      </>
    )
  }
  return (
    <>
      <PageTitle {...title} end={<LiveToggle />}>
        <Compare page={page} />
      </PageTitle>
      <Toolbar
        {...interval}
        toggles={
          <>
            {toggles}
            <ChartOptions {...options} />
          </>
        }
      >
        {date}
        <Export page={page} name={name} />
      </Toolbar>
    </>
  )
}

/** Ranges and view below the chart; in the sheet where there is no room. */
export function Foot({ page }: Pick<ControlsProps, 'page'>) {
  const { subject, range, jumps, state, view } = page
  if (useCompact()) return null
  return (
    <RangeBar
      intervals={subject.intervals}
      current={range}
      onRange={jumps.toRange}
      note={<LeftEdgeNote state={state} view={view} interval={subject.interval} />}
    >
      <Credit />
      <View page={page} />
    </RangeBar>
  )
}
