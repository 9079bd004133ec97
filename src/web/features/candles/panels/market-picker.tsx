import { useId, useState } from 'react'
import { candleIdOf, parseCandleId } from '../../../../wire/candles.ts'
import { type MarketLabel, useMarkets, noListWords } from '../../../entities/labels.ts'
import { usePartyOptions } from '../../../entities/party/party-options.ts'
import { resolveSearch } from '../../../entities/search/resolve-search.ts'
import { idWarning, pastedId, pastedIds, shortId } from '../../../format/id.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { ComboboxList } from '../../../ui/inputs/combobox.tsx'
import { StarMark } from '../../../ui/inputs/star-mark.tsx'
import { type ComboboxGroup, type ComboboxOption, useCombobox } from '../../../ui/inputs/use-combobox.ts'
import { isSameMarket, maxCompared } from '../data/compared.ts'
import type { PageProps } from '../use-candles-page.ts'
import type { CandlesTarget } from '../use-candles-url.ts'
import styles from './market-picker.module.css'

const [gap, minBelow] = [8, 320]

/**
 * Places a popover of a width in rem below the button that opens it, inside the window, before it is painted. Its content may
 * come later and be long: it scrolls in the room that is left.
 */
export function placeBeforeOpening(popup: HTMLElement, widthRem: number): void {
  const at = document.querySelector(`[popovertarget="${popup.id}"]`)?.getBoundingClientRect()
  if (!at) return
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const top = window.innerHeight - at.bottom - 12 < minBelow ? gap : at.bottom + 4
  popup.style.left = `${Math.max(gap, Math.min(at.left, window.innerWidth - widthRem * rem - gap))}px`
  popup.style.top = `${top}px`
  popup.style.maxHeight = `${window.innerHeight - top - gap}px`
}

interface MarketPickerProps {
  /** Id of the popover, referenced by the button. */
  id: string
  open: boolean
  current: string | undefined
  /** Leaves out what is on the chart already. */
  isShown?: (subject: CandlesTarget) => boolean
  label?: string
  onOpen: (open: boolean) => void
  onChoose: (subject: CandlesTarget) => void
}

const widthRem = 22

interface Choice extends ComboboxOption {
  subject: CandlesTarget
}

const choiceOf = ({ id, code, name, product }: MarketLabel): Choice => ({
  key: id,
  subject: { marketId: id },
  label: code || name,
  detail: product === 'unknown' ? shortId(id) : `${product}, ${shortId(id)}`,
})

/** A text that matches no listed market is offered as an id, even if it does not look like one. */
function unlisted(text: string): Choice {
  const id = pastedId(text) ?? text
  const detail = idWarning(id) ?? shortId(id)
  return { key: id, subject: { marketId: id }, label: 'Market with this id', detail }
}

/** Choices for the typed text: matching listed markets, and what the text itself may be. */
export function choicesFor(markets: ReadonlyMap<string, MarketLabel>, typed: string): Choice[] {
  // Sorted before the search, which keeps this order among equally good matches.
  const named = new Map([...markets].sort(([, a], [, b]) => (a.code || a.name).localeCompare(b.code || b.name)))
  const matches = resolveSearch(typed, { markets: named }, ['market'])
  const [first] = matches
  if (first?.marketId !== undefined) {
    const interval = parseCandleId(first.id)?.interval
    const detail = shortId(first.marketId)
    return [{ key: first.id, subject: { candleId: first.id }, label: `Candles of ${interval}`, detail }]
  }
  const found = matches.flatMap(({ id }) => markets.get(id) ?? [])
  if (found.length === 0 && matches.length > 1) return matches.map(({ id }) => unlisted(id))
  if (found.length === 0) return typed.trim() === '' ? [] : [unlisted(typed.trim())]
  return found.map(choiceOf)
}

/** The page heading as the button that opens the list. The button is inside the heading, the list is not. */
export function PickerButton({ id, title, tip, open }: { id: string; title: string; tip: string; open: boolean }) {
  return (
    <button
      type="button"
      className={styles.button}
      popoverTarget={id}
      aria-haspopup="listbox"
      aria-expanded={open}
      title={`${title}: choose a market${tip === '' ? '' : `. ${tip}`}`}
    >
      <span>{title}</span>
      <Icon name="chevron-down" />
    </button>
  )
}

/** React keeps `autofocus` from the page; a popover needs it to focus its field while it opens. */
const focusedOnOpening = (field: HTMLInputElement | null): void => field?.setAttribute('autofocus', '')

interface PickerPopupProps<Option extends ComboboxOption> {
  /** Referenced by the button that opens it, where there is one. */
  id: string
  label: string
  placeholder?: string
  className?: string | undefined
  /** What is typed, where the page knows it too. */
  typing?: readonly [typed: string, onTyped: (typed: string) => void]
  listLabel: string
  open: boolean
  groupsOf: (typed: string) => readonly ComboboxGroup<Option>[]
  onOpen: (open: boolean) => void
  onPick: (option: Option) => void
  /** What is said between the field and the list. */
  note?: (typed: string, isEmpty: boolean) => string | undefined
}

/** A popover with a field and what it may mean, below the button that opens it. */
export function PickerPopup<Option extends ComboboxOption>(props: PickerPopupProps<Option>) {
  const { id, label, placeholder, listLabel, open, groupsOf, onOpen, onPick } = props
  const own = useState('')
  const [typed, setTyped] = props.typing ?? own
  const groups = open ? groupsOf(typed) : []
  const combobox = useCombobox({
    text: typed,
    onText: setTyped,
    groups,
    onPick: (option) => {
      document.getElementById(id)?.hidePopover()
      onPick(option)
    },
    always: true,
    selectFirst: true,
  })
  const isEmpty = groups.every(({ options }) => options.length === 0)
  const note = open ? props.note?.(typed, isEmpty) : undefined
  return (
    <div
      id={id}
      popover="auto"
      className={classNames(styles.popup, props.className)}
      onBeforeToggle={({ newState, currentTarget }) => {
        // Before it is painted, so that it does not jump to its place; and before anything can be typed, which the later
        // event of the browser would clear.
        onOpen(newState === 'open')
        setTyped('')
        combobox.close()
        if (newState === 'open') placeBeforeOpening(currentTarget, widthRem)
      }}
    >
      <input
        {...combobox.inputProps}
        ref={focusedOnOpening}
        aria-label={label}
        placeholder={placeholder}
        className={styles.field}
      />
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <ComboboxList combobox={combobox} groups={groups} label={listLabel} className={styles.list} />
    </div>
  )
}

/** A list of markets to choose from; if the list is not available, it accepts a pasted market or candle id. */
export function MarketPicker(props: MarketPickerProps) {
  const { id, open, current, isShown, label = 'Market, or a pasted market or candle id', onOpen, onChoose } = props
  const { byId, state } = useMarkets()
  const noList = noListWords(state, 'markets')
  const groupsOf = (typed: string) => {
    const choices = choicesFor(byId, typed).filter(({ subject }) => isShown?.(subject) !== true)
    return [{ options: choices.map((choice) => ({ ...choice, current: choice.key === current })) }]
  }
  return (
    <PickerPopup
      {...{ id, open, label, groupsOf, onOpen }}
      listLabel="Markets"
      placeholder={state === 'known' ? 'Name, or a pasted id' : 'Market id or candle id'}
      onPick={({ subject }) => onChoose(subject)}
      note={(typed, isEmpty) =>
        typed === '' && noList !== undefined
          ? `${noList} Paste a market id or a candle id.`
          : typed === '' && state === 'waiting'
            ? 'Loading markets…'
            : isEmpty && choicesFor(byId, typed).length > 0
              ? 'Already on the chart.'
              : undefined
      }
    />
  )
}

/** Adds a market to the chart: never the charted one, and none twice. */
export function ComparePicker({ page: { subject, compare, onCompare } }: PageProps) {
  const { interval } = subject
  const id = useId()
  const [open, setOpen] = useState(false)
  const full = compare.length >= maxCompared
  const candleIdFor = (subject: CandlesTarget): string =>
    'candleId' in subject ? subject.candleId : candleIdOf(interval?.name ?? '1 hour', subject.marketId)
  const isShown = (subject: CandlesTarget): boolean =>
    [...compare, ...(interval ? [interval.candleId] : [])].some((shown) => isSameMarket(shown, candleIdFor(subject)))
  return (
    <>
      <Button
        small
        icon="plus"
        popoverTarget={id}
        aria-haspopup="listbox"
        disabled={full}
        title={full ? `At most ${maxCompared} markets can be compared` : 'Compare with another market'}
      >
        Compare
      </Button>
      <MarketPicker
        id={id}
        open={open}
        current={undefined}
        isShown={isShown}
        label="Compare with a market, or a pasted market or candle id"
        onOpen={setOpen}
        onChoose={(subject) => onCompare([...compare, candleIdFor(subject)])}
      />
    </>
  )
}

const none = 'none'

/** Whose ledger is shown: a watched party, one seen before, one that the node lists, or any by its key. */
export function LedgerPicker({ page: { address, subject } }: PageProps) {
  const { party } = address.search
  const id = useId()
  const [open, setOpen] = useState(false)
  const names = usePartyNames()
  // The node is asked for parties once the list is open.
  const optionsFor = usePartyOptions({ enabled: open })
  if (subject.marketId === undefined) return null
  const nameOf = (key: string): string => names[key] ?? shortId(key)
  const groupsOf = (typed: string): ComboboxGroup[] => {
    const pasted = pastedIds(typed)
    if (pasted.length > 0)
      return [{ options: pasted.map((key) => ({ key, mark: key, label: nameOf(key), detail: 'party with this key' })) }]
    const groups = optionsFor(typed).map(({ options, ...group }) => ({
      ...group,
      options: options.map((option) => ({ ...option, current: option.key === party })),
    }))
    return party === undefined || typed !== '' ? groups : [...groups, { options: [{ key: none, label: 'No ledger' }] }]
  }
  const words = party === undefined ? 'Show the ledger of a party' : `Ledger of ${nameOf(party)}: choose a party`
  return (
    <>
      <Button popoverTarget={id} aria-haspopup="listbox" aria-expanded={open} aria-label={words} title={words}>
        {party !== undefined && <StarMark id={party} />}
        <span className={styles.party}>{party === undefined ? 'Ledger' : nameOf(party)}</span>
      </Button>
      <PickerPopup
        {...{ id, open, groupsOf }}
        label="Party, or a pasted public key"
        placeholder="Name, or a pasted public key"
        listLabel="Parties"
        note={(typed, isEmpty) => (isEmpty ? `${typed === '' ? '' : 'No match. '}Paste a public key.` : undefined)}
        onOpen={setOpen}
        onPick={({ key }) => address.change(key === none ? { party: undefined, at: undefined } : { party: key })}
      />
    </>
  )
}
