import { listCandles } from '../../../../wire/candles.ts'
import { maximumPageSize } from '../../../../wire/protocol/page.ts'
import { requestUrl } from '../../../client/request.ts'
import { plural } from '../../../format/words.ts'
import { saveText } from '../../../list/save-file.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { requestItems } from '../../../ui/overlays/request-items.ts'
import { toastCopied } from '../../../ui/overlays/toast.tsx'
import { type DebounceDelays, useDebounced } from '../chart/chart-view.ts'
import type { Row } from '../data/candle-rows.ts'
import type { PageProps } from '../use-candles-page.ts'
import { savePicture } from './save-picture.ts'
import { decimalCandlesCsv, decimalCandlesJsonLines, candlesFileName } from './export-candles.ts'

/** A closed menu need not be current: update only once the view has stopped moving. */
const rarely = (): DebounceDelays => ({ idleMs: 400, maxMs: Number.POSITIVE_INFINITY })

const files = {
  csv: { icon: 'columns', media: 'text/csv' },
  jsonl: { icon: 'ledger', media: 'application/x-ndjson' },
} as const

/** The address of the visible rows, with both bounds; the end is exclusive. */
function requestFor(candleId: string, rows: readonly Row[], length: bigint | undefined): string {
  const [first, last] = [rows[0], rows.at(-1)]
  const end = last && String(BigInt(last.start) + (length ?? 1n))
  return requestUrl(listCandles, {
    candleId,
    ...(first && end ? { fromTimestamp: first.start, toTimestamp: end } : {}),
    pagination: { first: Math.min(Math.max(rows.length, 1), maximumPageSize), newestFirst: false },
  })
}

export function CandleExportMenu({ page }: PageProps) {
  const { view, format, name, subject, controller, state } = page
  const { interval, decimals, positionDecimals } = subject
  const [candleId, loaded] = [interval?.candleId ?? '', state.candles]
  const context = { market: name, interval: interval?.label ?? '', decimals, positionDecimals }
  const seen = useDebounced(view.visible, rarely)
  const rows = seen ? seen.rows.slice(seen.first, seen.last + 1) : []
  const count = (some: readonly Row[]): string => plural(some.length, 'candle')

  const saving = (
    label: string,
    type: keyof typeof files,
    write: typeof decimalCandlesCsv,
    some: readonly Row[] = rows,
  ): MenuItem => ({
    label,
    icon: files[type].icon,
    disabled: some.length === 0,
    onSelect: () => saveText(candlesFileName(some, context, `.${type}`), files[type].media, write(some, context)),
  })
  return (
    <Menu
      icon="download"
      trigger="Export"
      items={[
        { heading: `Visible range, ${count(rows)}` },
        saving('CSV, decimals and raw', 'csv', decimalCandlesCsv),
        saving('JSON Lines, decimals and raw', 'jsonl', decimalCandlesJsonLines),
        {
          label: 'PNG with caption',
          icon: 'candles',
          hint: '2x',
          disabled: rows.length === 0 || !controller,
          onSelect: () => void savePicture(page),
        },
        { heading: `All loaded, ${count(loaded)}` },
        saving('All loaded as CSV', 'csv', decimalCandlesCsv, loaded),
        saving('All loaded as JSON Lines', 'jsonl', decimalCandlesJsonLines, loaded),
        'line',
        ...requestItems(requestFor(candleId, rows, format.length)),
        { label: 'Copy candle id', icon: 'copy', onSelect: () => void toastCopied(candleId, 'Candle id copied') },
      ]}
    />
  )
}
