import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMarkets } from '../../../entities/market/labels.ts'
import { classNames } from '../../../ui/class-names.ts'
import { ComboboxList } from '../../../ui/inputs/combobox-list.tsx'
import { type ComboboxOption, useCombobox } from '../../../ui/inputs/use-combobox.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import { choicesFor } from '../panels/market-picker.tsx'
import type { Subject } from '../use-candles-url.ts'
import { namedByText, typedIntervals } from './typed-interval.ts'
import picker from '../panels/market-picker.module.css'
import styles from './typed-box.module.css'
import { useTypedStart } from './use-typed-start.ts'

/** How long after the last character an interval that is named without doubt is taken, in ms. */
const pauseMs = 1200

export interface TypedBoxProps {
  intervals: readonly Interval[]
  /** The charted market. */
  current: string | undefined
  onInterval: (interval: Interval) => void
  onMarket: (subject: Subject) => void
}

interface Choice extends ComboboxOption {
  act: () => void
}

/** A market or an interval, typed anywhere on the page: `5m` or `eth`. */
export function TypedBox({ intervals, current, onInterval, onMarket }: TypedBoxProps) {
  const popup = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const { byId } = useMarkets()
  const isInterval = /^\d/.test(text)

  const close = (): void => popup.current?.hidePopover()
  const choices: Choice[] = isInterval
    ? typedIntervals(text, intervals).map((interval) => ({
        key: interval.candleId,
        label: interval.label,
        detail: `${candleWords(interval)} candles`,
        act: () => onInterval(interval),
      }))
    : text === ''
      ? []
      : choicesFor(byId, text).map((choice) => ({
          ...choice,
          current: choice.key === current,
          act: () => onMarket(choice.subject),
        }))
  const groups = [{ options: choices }]
  const combobox = useCombobox({
    text,
    onText: setText,
    groups,
    onPick: (choice) => {
      close()
      choice.act()
    },
    always: true,
    selectFirst: true,
  })

  useTypedStart((character) => {
    popup.current?.showPopover()
    setText(character)
    field.current?.focus()
  })

  const named = isInterval ? namedByText(text, intervals) : undefined
  const take = useEffectEvent((interval: Interval) => {
    close()
    onInterval(interval)
  })
  useEffect(() => {
    // By the text: typing on starts the pause again.
    const interval = /^\d/.test(text) ? namedByText(text, intervals) : undefined
    if (!interval) return undefined
    const timer = setTimeout(() => take(interval), pauseMs)
    return () => clearTimeout(timer)
  }, [text, intervals])

  return (
    <div
      ref={popup}
      popover="auto"
      className={classNames(picker.popup, styles.box)}
      onToggle={({ newState }) => {
        if (newState === 'open') return
        setText('')
        combobox.close()
      }}
    >
      <input {...combobox.inputProps} ref={field} aria-label="Interval or market" className={picker.field} />
      <p className={picker.note}>
        {text !== '' && choices.length === 0
          ? `This market has no ${text} candles`
          : named
            ? 'Enter, or wait a moment'
            : 'Enter picks the first'}
      </p>
      <ComboboxList
        combobox={combobox}
        groups={groups}
        label={isInterval ? 'Intervals' : 'Markets'}
        className={picker.list}
      />
    </div>
  )
}
