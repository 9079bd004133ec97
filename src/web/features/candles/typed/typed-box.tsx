import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useMarkets } from '../../../entities/labels.ts'
import type { ComboboxOption } from '../../../ui/inputs/use-combobox.ts'
import { candleWords, type Interval, namedByText, typedIntervals } from '../data/interval.ts'
import { choicesFor, PickerPopup } from '../panels/market-picker.tsx'
import { isFreeKey, type PageProps } from '../use-candles-page.ts'
import styles from './typed-box.module.css'
import { listen } from '../../../listen.ts'

/** Letters that are keys of the frame or of this page: with Shift, they begin a name like any other letter. */
const taken = new Set('fgprstyz')
/** The same while the ledger of a party is shown. */
const takenByLedger = 'e'

const isCharacter = (key: string): boolean => /^[\p{L}\d]$/u.test(key)

/** Calls `onStart` with the first character that is typed while nothing else wants it; no key of this page has Shift. */
function useTypedStart(hasLedger: boolean, onStart: (character: string) => void): void {
  const isTaken = useEffectEvent((key: string) => taken.has(key) || (hasLedger && key === takenByLedger))
  const start = useEffectEvent((event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onStart(event.key)
  })
  useEffect(() => {
    const first = (event: KeyboardEvent): void => {
      if (event.shiftKey && /^\p{Lu}$/u.test(event.key) && isFreeKey(event)) start(event)
    }
    const last = (event: KeyboardEvent): void => {
      const { key, shiftKey } = event
      if (!shiftKey && isCharacter(key) && !isTaken(key) && isFreeKey(event)) start(event)
    }
    const stops = [listen(window, { keydown: first }, { capture: true }), listen(window, { keydown: last })]
    return () => stops.forEach((stop) => stop())
  }, [])
}

/** How long after the last character an interval that is named without doubt is taken, in ms. */
const pauseMs = 1200

interface Choice extends ComboboxOption {
  act: () => void
}

/** A market or an interval, typed anywhere on the page: `5m` or `eth`. */
export function TypedBox({ page: { subject, navigation, ledger } }: PageProps) {
  const { intervals, marketId } = subject
  const id = useId()
  const [open, setOpen] = useState(false)
  const typing = useState('')
  const [text, setText] = typing
  const { byId } = useMarkets()
  const isInterval = /^\d/.test(text)
  const named = isInterval ? namedByText(text, intervals) : undefined

  const intervalChoices = (): Choice[] =>
    typedIntervals(text, intervals).map((interval) => ({
      key: interval.candleId,
      label: interval.label,
      detail: `${candleWords(interval)} candles`,
      act: () => navigation.toInterval(interval),
    }))
  const marketChoices = (): Choice[] =>
    choicesFor(byId, text).map((choice) => ({
      ...choice,
      current: choice.key === marketId,
      act: () => navigation.toMarket(choice.subject),
    }))
  const noneWords = text === '' ? undefined : `This market has no ${text} candles`

  useTypedStart(ledger !== undefined, (character) => {
    document.getElementById(id)?.showPopover()
    setText(character)
  })

  const take = useEffectEvent((interval: Interval) => {
    document.getElementById(id)?.hidePopover()
    navigation.toInterval(interval)
  })
  useEffect(() => {
    // By the text: typing on starts the pause again.
    const interval = /^\d/.test(text) ? namedByText(text, intervals) : undefined
    if (!interval) return undefined
    const timer = setTimeout(() => take(interval), pauseMs)
    return () => clearTimeout(timer)
  }, [text, intervals])

  return (
    <PickerPopup
      {...{ id, open, typing }}
      label="Interval or market"
      listLabel={isInterval ? 'Intervals' : 'Markets'}
      className={styles.box}
      groupsOf={() => [{ options: isInterval ? intervalChoices() : text === '' ? [] : marketChoices() }]}
      note={(_, isEmpty) => (isEmpty && noneWords) || (named ? 'Enter, or wait a moment' : 'Enter picks the first')}
      onOpen={setOpen}
      onPick={({ act }) => act()}
    />
  )
}
