import { useState } from 'react'
import { maxDecimals } from '../../../../wire/scalar.ts'
import { useMarkets } from '../../../entities/labels.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { Chip } from '../../../ui/inputs/chip.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Checkbox } from '../../../ui/inputs/toggle.tsx'
import { candleIdName } from '../data/compared.ts'
import {
  defaultStudy,
  makeStudy,
  maxStudies,
  type Study,
  studyFields,
  studyKinds,
  studyName,
  studyValues,
  writeStudies,
  writeStudy,
} from '../indicators/study.ts'
import { type ChartKind, chartKinds, type ScaleMode, scaleModes, vwapLines, vwapOf } from '../search.ts'
import type { CandleSubject } from '../use-candle-subject.ts'
import type { PageProps } from '../use-candles-page.ts'
import type { Patch } from '../use-candles-url.ts'
import { ComparePicker } from './market-picker.tsx'
import styles from './chart-option-fields.module.css'

interface StudyRowProps {
  study: Study
  onChange: (study: Study) => void
  onRemove: () => void
}

/** The parameters of one indicator. An invalid number stays in its field, marked as invalid, and is not applied. */
function StudyRow({ study, onChange, onRemove }: StudyRowProps) {
  const names = Object.keys(studyFields[study.kind].fields)
  const [typed, setTyped] = useState(() => studyValues(study).map(String))
  const parse = (parts: readonly string[]) =>
    parts.every((part) => part.trim() !== '') ? makeStudy(study.kind, parts.map(Number)) : undefined
  const type = (index: number, text: string) => {
    const next = typed.with(index, text)
    setTyped(next)
    const made = parse(next)
    if (made && writeStudy(made) !== writeStudy(study)) onChange(made)
  }
  const { name, description } = studyFields[study.kind]
  return (
    <div className={styles.study}>
      <span title={description}>{name}</span>
      {names.map((field, index) => (
        <input
          key={field}
          className={styles.number}
          inputMode="decimal"
          aria-label={`${name}: ${field}`}
          aria-invalid={!parse(typed)}
          title={field}
          value={typed[index]}
          onChange={(event) => type(index, event.target.value)}
        />
      ))}
      <IconButton icon="x" label={`Remove ${studyName(study)}`} onClick={onRemove} />
    </div>
  )
}

function StudyFields({ studies, onChange }: { studies: readonly Study[]; onChange: (studies: Study[]) => void }) {
  return (
    <>
      {studies.map((study, index) => (
        <StudyRow
          // The key leaves the parameters out, so that the row stays mounted when typing changes them.
          key={`${index} ${study.kind} ${studies.length}`}
          study={study}
          onChange={(next) => onChange(studies.with(index, next))}
          onRemove={() => onChange(studies.toSpliced(index, 1))}
        />
      ))}
      {studies.length < maxStudies && (
        <div className="row">
          {studyKinds.map((kind) => (
            <Chip key={kind} tone="offer" onClick={() => onChange([...studies, newStudy(kind, studies)])}>
              {studyFields[kind].name}
            </Chip>
          ))}
        </div>
      )}
    </>
  )
}

const defaultLengths = [20, 50, 100, 200, 10, 30, 150, 300]

/** A new study for the list: a second moving average gets a different length than the first. */
function newStudy(kind: Study['kind'], studies: readonly Study[]): Study {
  const present = new Set(studies.map(writeStudy))
  const standard = defaultStudy(kind)
  const others = defaultLengths.map((length) => makeStudy(kind, [length, ...studyValues(standard).slice(1)]))
  return [standard, ...others].find((study) => study && !present.has(writeStudy(study))) ?? standard
}

type Kept = 'decimals' | 'positionDecimals'

const whole = /^-?\d{1,2}$/

function keep(name: Kept, marketId: string, value: number | undefined): void {
  const { [marketId]: _, ...others } = preferences.get()[name]
  preferences.set({ [name]: value === undefined ? others : { ...others, [marketId]: value } })
}

interface FieldProps {
  label: string
  value: number | undefined
  min: number
  onValue: (value: number | undefined) => void
}

function NumberField({ label, value, min, onValue }: FieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value))
  const read = (text: string): number | undefined =>
    whole.test(text) && Number(text) >= min && Number(text) <= maxDecimals ? Number(text) : undefined
  return (
    <label>
      {label}
      <input
        className={styles.number}
        inputMode="numeric"
        value={typed}
        aria-invalid={typed !== '' && read(typed) === undefined}
        onChange={(event) => {
          const text = event.target.value.trim()
          setTyped(text)
          if (text === '' || read(text) !== undefined) onValue(text === '' ? undefined : read(text))
        }}
      />
    </label>
  )
}

/** The decimals of a market's prices and sizes: those of the node, unless the user overrides them. */
function DecimalFields({ subject }: { subject: CandleSubject }) {
  const { marketId, decimals, positionDecimals, label: reported } = subject
  const [round, setRound] = useState(0)
  if (marketId === undefined) return <p>Only for candle ids that name a market.</p>
  const own = decimals !== reported?.decimals || positionDecimals !== reported?.positionDecimals
  return (
    <>
      <div className={styles.decimals} key={round}>
        <NumberField label="Prices" value={decimals} min={0} onValue={(value) => keep('decimals', marketId, value)} />
        <NumberField
          label="Sizes"
          value={positionDecimals}
          min={-maxDecimals}
          onValue={(value) => keep('positionDecimals', marketId, value)}
        />
        {own && (
          <Button
            small
            onClick={() => {
              keep('decimals', marketId, undefined)
              keep('positionDecimals', marketId, undefined)
              setRound((before) => before + 1)
            }}
          >
            {reported ? 'Use the node’s' : 'Raw'}
          </Button>
        )}
      </div>
      <p>
        {reported
          ? `Node: ${reported.decimals} price, ${reported.positionDecimals} size decimals. Overrides stay in this browser.`
          : 'The node does not report them. What you set stays in this browser.'}
      </p>
    </>
  )
}

const kindWords: Record<ChartKind, string> = { candles: 'Candles', bars: 'Bars', line: 'Line', area: 'Area' }
const scaleWords: Record<ScaleMode, string> = { linear: 'Linear', log: 'Log', percent: 'Percent' }

export function ChartOptionFields({ page }: PageProps) {
  const { address, studies, anchored, subject } = page
  const { byId } = useMarkets()
  const { search } = address
  const onChange = (patch: Patch): void => address.change(patch, true)
  const switchOf = (name: 'invert' | 'magnet' | 'notional') => ({
    checked: search[name] === 'on',
    onChange: (on: boolean) => onChange({ [name]: on ? 'on' : undefined }),
  })
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
        <Checkbox label="Invert scale" {...switchOf('invert')} />
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
        <Checkbox label="Magnet crosshair" {...switchOf('magnet')} />
        <Checkbox label="VWAP of the range" checked={range} onChange={(on) => onChange({ vwap: vwapOf(on, bar) })} />
        <Checkbox label="Candle VWAP" checked={bar} onChange={(on) => onChange({ vwap: vwapOf(range, on) })} />
        <Checkbox label="Notional" {...switchOf('notional')} />
      </section>
      <section>
        <h2>Other markets</h2>
        {page.compare.map((id) => (
          <span key={id} className={styles.study}>
            {candleIdName(id, byId, subject.interval?.name)}
            <IconButton
              icon="x"
              label={`Remove ${candleIdName(id, byId, subject.interval?.name)}`}
              onClick={() => page.onCompare(page.compare.filter((other) => other !== id))}
            />
          </span>
        ))}
        <ComparePicker page={page} />
      </section>
      <section>
        <h2>Indicators</h2>
        <StudyFields studies={studies} onChange={(next) => onChange({ studies: writeStudies(next) })} />
        <p>Calculated from closes, ATR from all prices. Candles without trades are skipped.</p>
      </section>
      <section>
        <h2>Decimals</h2>
        <DecimalFields subject={subject} />
      </section>
    </>
  )
}
