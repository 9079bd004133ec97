import { Segmented } from '../../../../ui/inputs/segmented.tsx'
import { useShownChoice } from '../../../../ui/inputs/use-shown-choice.ts'
import type { Patch } from '../../use-candles-url.ts'
import styles from './option-fields.module.css'
import { DecimalFields } from './decimal-fields.tsx'
import { type ChartKind, chartKinds, type ScaleMode, scaleModes } from '../../chart/chart-model.ts'
import type { CandlesSearch } from '../../search.ts'
import type { CandleSubject } from '../../use-candle-target.ts'
import { StudyFields } from '../../indicators/indicator-fields.tsx'
import { type Study, writeStudies } from '../../indicators/indicator-spec.ts'
import { vwapLines, vwapOf } from '../../indicators/vwap-choice.ts'

export interface ChartOptionFieldsProps {
  search: CandlesSearch
  studies: readonly Study[]
  onChange: (patch: Patch) => void
  /** Prices are drawn as differences to an anchor, which rules out logarithmic and percent scales. */
  anchored: boolean
  subject: CandleSubject
}

const kindWords: Record<ChartKind, string> = { candles: 'Candles', bars: 'Bars', line: 'Line', area: 'Area' }
const scaleWords: Record<ScaleMode, string> = { linear: 'Linear', log: 'Log', percent: 'Percent' }

interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Switch({ label, checked, onChange }: SwitchProps) {
  const [shown, choose] = useShownChoice(checked)
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={shown}
        onChange={({ target }) => {
          choose(target.checked)
          onChange(target.checked)
        }}
      />
      {label}
    </label>
  )
}

/** The chart's display options: kind, scale, gaps, lines and panes, indicators, decimals. */
export function ChartOptionFields({ search, studies, onChange, anchored, subject }: ChartOptionFieldsProps) {
  const { range, bar } = vwapLines(search)
  const { type = 'candles', scale = 'linear' } = search
  const scales = scaleModes.filter((mode) => mode === 'linear' || !anchored)
  return (
    <>
      <section>
        <h2>Chart type</h2>
        <Segmented
          label="Chart type"
          value={type}
          options={chartKinds.map((value) => ({ value, label: kindWords[value] }))}
          onChange={(kind) => onChange({ type: kind === 'candles' ? undefined : kind })}
        />
      </section>
      <section>
        <h2>Price scale</h2>
        <Segmented
          label="Price scale"
          value={anchored ? 'linear' : search.compare === undefined ? scale : 'percent'}
          options={scales.map((value) => ({ value, label: scaleWords[value] }))}
          onChange={(mode) => onChange({ scale: mode === 'linear' ? undefined : mode })}
        />
        <Switch
          label="Invert scale"
          checked={search.invert === 'on'}
          onChange={(on) => onChange({ invert: on ? 'on' : undefined })}
        />
        {anchored && <p>The axis shows differences, which have no logarithm and no percentage.</p>}
        {!anchored && search.compare !== undefined && <p>Comparing uses percent.</p>}
      </section>
      <section>
        <h2>Candles without trades</h2>
        <Segmented
          label="Candles without trades"
          value={search.empty ?? 'empty'}
          options={[
            { value: 'empty', label: 'Empty' },
            { value: 'flat', label: 'Last close' },
            { value: 'skip', label: 'Skip' },
          ]}
          onChange={(empty) => onChange({ empty: empty === 'empty' ? undefined : empty })}
        />
      </section>
      <section>
        <h2>Lines and panes</h2>
        <Switch label="Anchored VWAP" checked={range} onChange={(on) => onChange({ vwap: vwapOf(on, bar) })} />
        <Switch label="Candle VWAP" checked={bar} onChange={(on) => onChange({ vwap: vwapOf(range, on) })} />
        <Switch
          label="Notional"
          checked={search.notional === 'on'}
          onChange={(on) => onChange({ notional: on ? 'on' : undefined })}
        />
      </section>
      <section>
        <h2>Indicators</h2>
        <StudyFields studies={studies} onChange={(next) => onChange({ studies: writeStudies(next) })} />
        <p>Calculated from closes. Candles without trades are skipped.</p>
      </section>
      <section>
        <h2>Decimals</h2>
        <DecimalFields subject={subject} />
      </section>
    </>
  )
}
