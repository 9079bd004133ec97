import { grouped } from '../../../ledger/ledger-words.ts'
import { ContextMenu, type MenuProps } from '../../../ui/overlays/menu.tsx'
import { toastCopied } from '../../../ui/overlays/toast.tsx'
import type { ChartPlace } from '../chart/chart-controller.ts'
import { candleTime, priceText } from '../data/bar-format.ts'
import { entriesOf } from '../ledger/ledger-bars.ts'
import type { LedgerOnChart } from '../ledger/use-market-ledger.ts'
import { withLine } from '../lines/price-lines.ts'
import type { PageProps } from '../use-candles-page.ts'
import { savePicture } from './save-picture.ts'

/** How near a line has to be to the pointer to be meant, in px. */
const reach = 6

const copy = (text: string): Promise<void> => toastCopied(text, `Copied ${text}`)

/** How many entries a candle has, and the key; of a candle that is not read yet, the key alone. */
function entriesHint(ledger: LedgerOnChart | undefined, start: string): string {
  const marks = ledger?.bars.get(start)?.marks
  const count = marks ? entriesOf(marks) : ledger?.reading.phase === 'read' ? 0 : undefined
  return count === undefined ? 'E' : `${grouped(count)}, E`
}

interface ChartMenuProps extends PageProps {
  place: ChartPlace
  onClose: () => void
}

/** The commands for a candle and a price: at the pointer, or at the crosshair when it was opened by key. */
export function ChartMenu({ page, place, onClose }: ChartMenuProps) {
  const { format, view, own, controller, address, onEntries } = page
  const { start, mark, y } = place
  const time = candleTime(start, format, { precision: 'second' })
  const tops = view.lineTops.get()
  const chartTop = document.querySelector('[data-chart]')?.getBoundingClientRect().top ?? 0
  const line = own.lines.find((_, at) => Math.abs((tops[at] ?? -99) - (y - chartTop)) <= reach)
  const price = line?.price ?? place.price
  const text = price === undefined ? '' : priceText(price, format)
  const setLine = (alert: boolean | undefined) => () =>
    price !== undefined && own.onLines(withLine(own.lines, price, alert), true)
  const noPrice = price === undefined
  const items: MenuProps['items'] = [
    { heading: time },
    { label: 'Copy price', icon: 'copy', hint: text, disabled: noPrice, onSelect: () => void copy(text) },
    { label: 'Copy time', icon: 'clock', hint: time.split(', ')[1], onSelect: () => void copy(time) },
    'line',
    {
      label: 'Measure from here',
      icon: 'ruler',
      hint: 'Shift drag',
      disabled: mark === undefined,
      onSelect: () => mark && view.measure.set({ phase: 'to', from: mark }),
    },
    line
      ? { label: 'Remove line', icon: 'trash', hint: text, onSelect: setLine(undefined) }
      : { label: 'Horizontal line', icon: 'level', disabled: noPrice, onSelect: setLine(false) },
    {
      label: line?.alert ? 'Remove alert' : 'Alert at this price',
      icon: 'bell',
      hint: text,
      disabled: noPrice,
      onSelect: setLine(!line?.alert),
    },
    address.search.anchor === start
      ? { label: 'Remove this VWAP', icon: 'market', onSelect: () => page.onAnchor(undefined) }
      : { label: 'VWAP from here', icon: 'market', onSelect: () => page.onAnchor(start) },
    ...(address.search.party === undefined
      ? []
      : ([
          'line',
          {
            label: 'Entries of this candle',
            icon: 'columns',
            hint: entriesHint(page.ledger, start),
            onSelect: () => onEntries(start),
          },
        ] as const)),
    'line',
    { label: 'Reset scale', icon: 'refresh', hint: 'A', onSelect: () => controller?.fitPrices() },
    { label: 'Save picture', icon: 'image', hint: 'PNG, 2x', onSelect: () => void savePicture(page) },
  ]
  return <ContextMenu label={`Candle of ${time}`} items={items} at={place} onClose={onClose} />
}
