import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { instantError, parseInstant, zoneOfTimes } from '../../../format/time.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { LiveToggle } from '../../../ui/inputs/toggle.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import type { Interval } from '../data/interval.ts'
import { namedRanges } from '../ranges/named-range.ts'
import { ViewButtons } from '../ranges/range-bar.tsx'
import { type PageProps, useCompact } from '../use-candles-page.ts'
import { CandleExportMenu } from './export-menu.tsx'
import { LedgerPicker, placeBeforeOpening } from './market-picker.tsx'
import { PageTitle } from './page-title.tsx'
import popup from './chart-options.module.css'
import styles from './toolbar.module.css'
import { listen } from '../../../listen.ts'

/** Lazy-loaded: the options are not needed before there is a chart. */
const ChartOptionFields = lazy(async () => ({ default: (await import('./chart-option-fields.tsx')).ChartOptionFields }))

/** Of the style sheet: the popup is placed before it opens, when it has no width yet. */
const widthRem = 24

interface ChartOptionsProps extends PageProps {
  /** Opens from the bottom of the window, with other controls before the options. */
  sheet?: ReactNode
}

/** All display options of the chart in a popup: kind, scale, gaps, panes, indicators, decimals. */
function ChartOptions({ page, sheet }: ChartOptionsProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon="sliders"
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        {...(sheet !== undefined && { 'aria-label': 'Chart and tools' })}
      >
        {sheet === undefined && 'Chart'}
      </Button>
      <div
        id={id}
        popover="auto"
        // A closed dialog would make keyboard handling believe one is open. Not modal, so no <dialog> element.
        role={open ? 'dialog' : undefined}
        aria-label="Chart options"
        tabIndex={-1}
        className={classNames(popup.popup, sheet !== undefined && popup.sheet)}
        onBeforeToggle={(event) => {
          if (event.target === event.currentTarget && event.newState === 'open' && sheet === undefined)
            placeBeforeOpening(event.currentTarget, widthRem)
        }}
        onToggle={(event) => {
          // Menus inside report their own opening.
          if (event.target !== event.currentTarget) return
          setOpen(event.newState === 'open')
          if (event.newState !== 'open') return
          event.currentTarget.focus()
        }}
      >
        {sheet !== undefined && (
          <header>
            <h2>Chart and tools</h2>
            <IconButton icon="x" label="Close" popoverTarget={id} popoverTargetAction="hide" />
          </header>
        )}
        {sheet}
        {open && (
          <Suspense fallback={<Skeleton rows={12} />}>
            <ChartOptionFields page={page} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** The intervals that have a button of their own, where the market has them. */
const usual = ['1m', '15m', '1h', '4h', '1D']

const refusedLabel = (label: string) => (
  <span className={styles.refused} title="The node refused this interval">
    {label}
    <Icon name="warning" />
  </span>
)

/** The usual intervals as buttons and the others in a menu, or a list of all where there is no room for buttons. */
function Intervals({ page: { subject, refused, navigation }, list }: PageProps & { list: boolean }) {
  const { intervals, interval } = subject
  if (intervals.length < 2) return null
  const onChange = (candleId: string): void => {
    const chosen = intervals.find((entry) => entry.candleId === candleId)
    if (chosen) navigation.toInterval(chosen)
  }
  const nameOf = ({ candleId, name }: Interval): string => (refused.has(candleId) ? `${name} (refused)` : name)
  if (list) {
    const options = intervals.map((one) => ({ value: one.candleId, label: nameOf(one) }))
    return <Select label="Interval" hideLabel value={interval?.candleId ?? ''} options={options} onChange={onChange} />
  }
  const named = intervals.filter(({ label }) => usual.includes(label))
  const buttons = named.length > 1 ? named : intervals.slice(0, usual.length)
  const isOther = interval !== undefined && !buttons.includes(interval)
  const options = buttons.map(({ candleId, label }) => ({
    value: candleId,
    label: refused.has(candleId) ? refusedLabel(label) : label,
  }))
  return (
    <>
      <Segmented label="Interval" value={interval?.candleId} options={options} onChange={onChange} />
      {intervals.length > buttons.length && (
        <span className={styles.others} data-chosen={isOther || undefined}>
          <Menu
            label={isOther ? `All intervals, now ${interval.label}` : 'All intervals'}
            icon="chevron-down"
            trigger={isOther ? interval.label : undefined}
            items={intervals.map((one) => ({
              label: nameOf(one),
              hint: one.candleId === interval?.candleId ? 'shown' : one.label,
              onSelect: () => onChange(one.candleId),
            }))}
          />
        </span>
      )}
    </>
  )
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
    const keydown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyG') return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    return listen(window, { keydown })
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
        label={`Go to date, ${zoneOfTimes(zone)}`}
        hideLabel
        value={text}
        onChange={(value) => {
          setText(value)
          setWrong(false)
        }}
        placeholder="Go to 2026-11-16"
        onKeyDown={({ key }) => {
          if (key === 'Enter') go()
        }}
        error={wrong ? instantError('The date', text) : undefined}
        end={
          <span className={styles.key} aria-hidden="true">
            Alt G
          </span>
        }
      />
    </div>
  )
}

const MeasureButton = ({ page: { measuring, controller } }: PageProps) => (
  <Button
    icon="ruler"
    pressed={measuring.on}
    title="Measure between two points (M, or drag with Shift)"
    disabled={!controller}
    onClick={measuring.toggle}
  >
    Measure
  </Button>
)

/** One row of controls where there is no room for more: interval, range, and a sheet with the others. */
const CompactToolbar = ({ page }: PageProps) => (
  <div className={styles.compact}>
    {page.subject.intervals.length === 0 ? <span /> : <Intervals page={page} list />}
    <RangeSelect page={page} />
    <ChartOptions
      page={page}
      sheet={
        <>
          <div className="row">
            <GoToDate page={page} />
            <CandleExportMenu page={page} />
          </div>
          <div className="row">
            <MeasureButton page={page} />
            <LiveToggle single />
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
        <PageTitle page={page} end={<LedgerPicker page={page} />} />
        <CompactToolbar page={page} />
      </>
    )
  }
  return (
    <>
      <PageTitle
        page={page}
        end={
          <>
            <LedgerPicker page={page} />
            <LiveToggle single />
          </>
        }
      />
      <div className={styles.toolbar}>
        <div className={styles.wide} data-waiting={waiting}>
          <Intervals page={page} list={false} />
        </div>
        <div className={styles.narrow} data-waiting={waiting}>
          <Intervals page={page} list />
        </div>
        <ChartOptions page={page} />
        <MeasureButton page={page} />
        <div className={styles.end}>
          <GoToDate page={page} />
          <CandleExportMenu page={page} />
        </div>
      </div>
    </>
  )
}
