import { Button, type ButtonProps } from '../../../ui/inputs/button.tsx'
import { Toggle } from '../../../ui/inputs/toggle.tsx'
import { useShownChoice } from '../../../ui/inputs/use-shown-choice.ts'
import { useObservable } from '../../../use-observable.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import { ChartCredit } from '../chart/chart-skeleton.tsx'
import { candleWords, type Interval } from '../data/interval.ts'
import { type PageProps, useCompact } from '../use-candles-page.ts'
import { intervalFor, type NamedRange, namedRanges } from './named-range.ts'
import styles from './range-bar.module.css'

/** What is beyond the oldest loaded candle, while that candle is in view. */
function LeftEdgeNote({ page: { state, view, subject } }: PageProps) {
  const { older, candles } = state
  const atStart = useObservable(view.visible, (range) => (range?.before ?? 0) < 1)
  if (older.loading) return 'Loading older candles'
  const { interval } = subject
  return (
    !older.more &&
    atStart &&
    candles.length > 0 &&
    interval &&
    `Oldest ${candleWords(interval).replace(' ', '-')} candle`
  )
}

/** What a range button does: `Show one day of 5 min candles`. */
function buttonWords(range: NamedRange, intervals: readonly Interval[]): string {
  const interval = range.span === undefined ? undefined : intervalFor(range, intervals)
  return interval ? `Show ${range.words} of ${candleWords(interval)} candles` : `Show ${range.words}`
}

type ViewButton = readonly [
  name: string,
  key: string,
  look: Pick<ButtonProps, 'icon' | 'children' | 'aria-label'>,
  act: (controller: ChartController) => void,
]

/** Changes of the view, by the same steps as the keyboard. */
const viewButtons: readonly ViewButton[] = [
  ['Earlier', 'Shift ←', { icon: 'chevron-left' }, ({ pan }) => pan(-30)],
  ['Show more candles', '−', { children: '−' }, ({ zoom }) => zoom(1.4)],
  ['Show fewer candles', '+', { icon: 'plus' }, ({ zoom }) => zoom(0.7)],
  ['Later', 'Shift →', { icon: 'chevron-right' }, ({ pan }) => pan(30)],
  ['Wider price range', 'Shift ↓', { children: '↕−' }, ({ stretch }) => stretch(1.25)],
  ['Narrower price range', 'Shift ↑', { children: '↕+' }, ({ stretch }) => stretch(0.8)],
  ['Fit the price scale', 'A', { children: 'Fit', 'aria-label': undefined }, ({ fitPrices }) => fitPrices()],
]

export function ViewButtons({ page }: PageProps) {
  const { controller, navigation, atLatest, address, onTable, fullScreen } = page
  const off = !controller
  const shared = { small: true, variant: 'bare' } as const
  return (
    <fieldset className={styles.group} aria-label="View">
      {/* A finger has no keys. */}
      <span className={styles.touch}>
        {viewButtons.map(([name, key, look, act]) => (
          <Button
            key={name}
            {...shared}
            aria-label={name}
            title={`${name} (${key})`}
            {...look}
            disabled={off}
            onClick={() => controller && act(controller)}
          />
        ))}
      </span>
      <span className={styles.latest} data-idle={off || atLatest || undefined}>
        <Button {...shared} icon="arrow-right" title="Latest candle (L)" onClick={navigation.toLatest}>
          Jump to latest
        </Button>
      </span>
      <Toggle
        {...shared}
        icon="columns"
        on={address.search.table === 'on'}
        title="Table of the candles in view (T)"
        onToggle={onTable}
      >
        Table
      </Toggle>
      {fullScreen.can && (
        <Button
          {...shared}
          icon={fullScreen.on ? 'shrink' : 'expand'}
          pressed={fullScreen.on}
          aria-label="Full screen"
          title="Full screen (F)"
          onClick={fullScreen.toggle}
        />
      )}
    </fieldset>
  )
}

/** Bar below the chart: time ranges, a note with room of its own, and the view's buttons; in the sheet where there is no room. */
export function RangeBar({ page }: PageProps) {
  const { subject, range, navigation } = page
  const [shown, choose] = useShownChoice(range)
  if (useCompact()) return null
  return (
    <div className={styles.bar}>
      <fieldset className={styles.group} aria-label="Range">
        {namedRanges.map((one) => {
          const words = buttonWords(one, subject.intervals)
          return (
            <Button
              key={one.name}
              small
              variant="bare"
              pressed={one.name === shown}
              disabled={subject.intervals.length === 0}
              onClick={() => {
                choose(one.name)
                navigation.toRange(one)
              }}
              aria-label={`${one.name}: ${words.toLowerCase()}`}
              title={words}
            >
              {one.name}
            </Button>
          )
        })}
      </fieldset>
      <ChartCredit />
      <span className={styles.note}>
        <LeftEdgeNote page={page} />
      </span>
      <ViewButtons page={page} />
    </div>
  )
}
