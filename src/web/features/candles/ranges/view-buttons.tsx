import { Button, type ButtonProps } from '../../../ui/inputs/button.tsx'
import { Toggle } from '../../../ui/inputs/toggle.tsx'
import type { Engine } from '../chart/chart-controller.ts'
import styles from './range-bar.module.css'

type Look = Pick<ButtonProps, 'icon' | 'children' | 'aria-label'>

/** Changes of the view by name: the key, what the button shows, and what it does; by the same steps as the keyboard. */
const viewButtons: readonly (readonly [name: string, key: string, look: Look, act: (engine: Engine) => void])[] = [
  ['Earlier', 'Shift ←', { icon: 'chevron-left' }, (engine) => engine.pan(-30)],
  ['Show more candles', '−', { children: '−' }, (engine) => engine.zoom(1.4)],
  ['Show fewer candles', '+', { icon: 'plus' }, (engine) => engine.zoom(0.7)],
  ['Later', 'Shift →', { icon: 'chevron-right' }, (engine) => engine.pan(30)],
  ['Wider price range', 'Shift ↓', { children: '↕−' }, (engine) => engine.stretch(1.25)],
  ['Narrower price range', 'Shift ↑', { children: '↕+' }, (engine) => engine.stretch(0.8)],
  ['Fit the price scale', 'A', { children: 'Fit', 'aria-label': undefined }, (engine) => engine.fitPrices()],
]

export interface ViewButtonsProps {
  engine: Engine | undefined
  onLatest: () => void
  /** The newest candle is in view. */
  atLatest: boolean
  measuring: boolean
  onMeasure: () => void
  /** The table is shown. */
  table: boolean
  onTable: () => void
  fullScreen: { can: boolean; on: boolean; toggle: () => void }
}

/** A button for each gesture on the chart, and for what is shown around it. */
export function ViewButtons(props: ViewButtonsProps) {
  const { engine, onLatest, atLatest, measuring, onMeasure, table, onTable, fullScreen } = props
  const off = !engine
  return (
    <fieldset className={styles.group} aria-label="View">
      <Button
        small
        variant="bare"
        pressed={measuring}
        title="Measure between two points (M)"
        disabled={off}
        onClick={onMeasure}
      >
        Measure
      </Button>
      {viewButtons.map(([name, key, look, act]) => (
        <Button
          key={name}
          small
          variant="bare"
          aria-label={name}
          title={`${name} (${key})`}
          {...look}
          disabled={off}
          onClick={() => engine && act(engine)}
        />
      ))}
      <Button small variant="bare" icon="arrow-right" disabled={off || atLatest} onClick={onLatest}>
        Jump to latest
      </Button>
      <Toggle
        small
        variant="bare"
        icon="columns"
        on={table}
        title="Table of the candles in view (T)"
        onToggle={onTable}
      >
        Table
      </Toggle>
      {fullScreen.can && (
        <Button
          small
          variant="bare"
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
