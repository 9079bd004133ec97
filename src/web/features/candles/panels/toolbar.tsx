import { useEffect, useRef, useState } from 'react'
import { chainNow } from '../../../client/node-status.ts'
import { instantError, parseInstant, zoneName } from '../../../format/time.ts'
import { DateRangePicker } from '../../../ui/calendar/date-range-picker.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { LiveToggle } from '../../../ui/inputs/live-toggle.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Toggle } from '../../../ui/inputs/toggle.tsx'
import { useCompact } from '../layout/use-compact.ts'
import { namedRanges } from '../ranges/named-range.ts'
import { ViewButtons } from '../ranges/range-bar.tsx'
import { vwapLines, vwapOf } from '../search.ts'
import type { PageProps } from '../use-candles-page.ts'
import { ChartOptions } from './chart-options.tsx'
import { CandleExportMenu } from './export-menu.tsx'
import { ComparePicker } from './market-picker.tsx'
import { PageTitle } from './page-title.tsx'
import sheet from './chart-options.module.css'
import styles from './toolbar.module.css'

/** The intervals as buttons, or as a list where there is no room for them; those that the node refused are marked. */
function Intervals({ page: { subject, refused, navigation }, list }: PageProps & { list: boolean }) {
  const { intervals, interval } = subject
  if (intervals.length < 2) return null
  const onChange = (candleId: string): void => {
    const chosen = intervals.find((entry) => entry.candleId === candleId)
    if (chosen) navigation.toInterval(chosen)
  }
  if (list) {
    const options = intervals.map(({ candleId, name }) => ({
      value: candleId,
      label: refused.has(candleId) ? `${name} (refused)` : name,
    }))
    return <Select label="Interval" hideLabel value={interval?.candleId ?? ''} options={options} onChange={onChange} />
  }
  const options = intervals.map(({ candleId, label }) => ({
    value: candleId,
    label: refused.has(candleId) ? (
      <span className={styles.refused} title="The node refused this interval">
        {label}
        <Icon name="warning" />
      </span>
    ) : (
      label
    ),
  }))
  return <Segmented label="Interval" value={interval?.candleId} options={options} onChange={onChange} />
}

function RangeSelect({ page: { subject, range, navigation } }: PageProps) {
  const none = ''
  return (
    <Select
      label="Range"
      hideLabel
      disabled={subject.intervals.length === 0}
      value={range ?? none}
      options={[
        ...(range === undefined ? [{ value: none, label: 'Range' }] : []),
        ...namedRanges.map(({ name, words }) => ({ value: name, label: `${name}: ${words}` })),
      ]}
      onChange={(name) => {
        const chosen = namedRanges.find((one) => one.name === name)
        if (chosen) navigation.toRange(chosen)
      }}
    />
  )
}

/** Date input that scrolls to a date: in the user's time zone, applied on Enter. Alt+G focuses it. */
function GoToDate({ page: { zone, navigation } }: PageProps) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyG') return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  const go = () => {
    if (text.trim() === '') return
    const instant = parseInstant(text, zone)
    setWrong(instant === undefined || instant < 0n)
    if (instant !== undefined && instant >= 0n) navigation.toDate(instant)
  }
  return (
    <div ref={box} className={styles.date}>
      <TextField
        label={`Go to date, ${zoneName(zone)}`}
        hideLabel
        value={text}
        onChange={(value) => {
          setText(value)
          setWrong(false)
        }}
        placeholder="Go to 2026-11-16 12:00"
        onKeyDown={({ key }) => {
          if (key === 'Enter') go()
        }}
        error={wrong ? instantError('The date', text) : undefined}
        end={
          <button type="button" className={styles.go} aria-label="Go to this date" title="Alt G" onClick={go}>
            <Icon name="calendar" />
          </button>
        }
      />
    </div>
  )
}

/** A date to go to, and a calendar of days to show; days that have not ended are shown up to now. */
function Dates({ page }: PageProps) {
  const { zone, navigation, address } = page
  const { from, to } = address.search
  const now = chainNow()
  return (
    <>
      <GoToDate page={page} />
      <DateRangePicker
        label="Choose days to show"
        range={{ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }}
        zone={zone}
        now={now}
        onChange={(days) => {
          const end = BigInt(days.to)
          navigation.showRange(BigInt(days.from), end > now ? undefined : end, 'these days')
        }}
      />
    </>
  )
}

function GapsToggle({ page: { address } }: PageProps) {
  const { gaps } = address.search
  return (
    <Toggle on={gaps !== 'off'} onToggle={() => address.change({ gaps: gaps ? undefined : 'off' })}>
      Mark gaps
    </Toggle>
  )
}

function Toggles({ page }: PageProps) {
  const { search, change } = page.address
  const { range, bar } = vwapLines(search)
  const comparing = search.compare !== undefined
  const scaleTitle = comparing ? 'Comparing uses a percent scale' : 'Logarithmic price scale'
  return (
    <>
      <Toggle
        on={range}
        onToggle={() => change({ vwap: vwapOf(!range, bar) })}
        title="Anchored VWAP, from the start of the range"
      >
        VWAP
      </Toggle>
      <GapsToggle page={page} />
      <Toggle
        on={search.scale === 'log'}
        disabled={page.anchored || comparing}
        title={page.anchored ? 'The axis shows differences, which have no logarithm' : scaleTitle}
        onToggle={() => change({ scale: search.scale === 'log' ? undefined : 'log' })}
      >
        Log
      </Toggle>
    </>
  )
}

/** One row of controls where there is no room for more: interval, range, and a sheet with the others. */
const CompactToolbar = ({ page }: PageProps) => (
  <div className={styles.compact}>
    {page.subject.intervals.length === 0 ? <span /> : <Intervals page={page} list />}
    <RangeSelect page={page} />
    <ChartOptions
      page={page}
      sheet={
        <>
          <div className={sheet.tools}>
            <Dates page={page} />
            <CandleExportMenu page={page} />
          </div>
          <div className={sheet.tools}>
            <GapsToggle page={page} />
            <ComparePicker page={page} />
            <LiveToggle />
          </div>
          <ViewButtons page={page} />
        </>
      }
    />
  </div>
)

export function Toolbar({ page }: PageProps) {
  const waiting = page.subject.intervals.length === 0 || undefined
  if (useCompact()) {
    return (
      <>
        <PageTitle page={page} />
        <CompactToolbar page={page} />
      </>
    )
  }
  return (
    <>
      <PageTitle page={page} end={<LiveToggle />}>
        <ComparePicker page={page} />
      </PageTitle>
      <div className={styles.toolbar}>
        <div className={styles.wide} data-waiting={waiting}>
          <Intervals page={page} list={false} />
        </div>
        <div className={styles.narrow} data-waiting={waiting}>
          <Intervals page={page} list />
        </div>
        <div className={styles.toggles}>
          <Toggles page={page} />
          <ChartOptions page={page} />
        </div>
        <div className={styles.end}>
          <Dates page={page} />
          <CandleExportMenu page={page} />
        </div>
      </div>
    </>
  )
}
