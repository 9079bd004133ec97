import { listCandles } from '../../../../wire/candles.ts'
import { maximumPageSize } from '../../../../wire/protocol/page.ts'
import { chartTheme } from '../../../chart/chart-theme.ts'
import { requestUrl } from '../../../client/request.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { curlOf } from '../../../format/curl.ts'
import { formatInstant } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { saveFile, saveText } from '../../../infinite-list/save-file.ts'
import { copyText } from '../../../ui/inputs/copy-button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { type DebounceDelays, useDebounced } from '../chart/chart-view.ts'
import { candleZone, rangeText } from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import { studyName } from '../indicators/study.ts'
import type { PageProps } from '../use-candles-page.ts'
import {
  decimalCandlesCsv,
  decimalCandlesJsonLines,
  candlesFileName,
  candlesJsonLines,
  rawCandlesCsv,
} from './export-candles.ts'

/** Title and lines below an exported chart: what it shows, and its source and time. */
interface Caption {
  title: string
  lines: readonly string[]
}

/** Renders a chart with its caption as PNG, in device pixels. Rejects if the browser cannot encode it. */
function chartPicture(chart: HTMLCanvasElement, { title, lines }: Caption): Promise<Blob> {
  const theme = chartTheme()
  const scale = window.devicePixelRatio || 1
  const [pad, head, step] = [16 * scale, 22 * scale, 18 * scale]
  const canvas = document.createElement('canvas')
  canvas.width = chart.width
  canvas.height = chart.height + 2 * pad + head + step * lines.length
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser cannot draw an image.'))
  context.fillStyle = theme.ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(chart, 0, 0)
  context.textBaseline = 'top'
  context.fillStyle = theme.text
  context.font = `600 ${14 * scale}px ${theme.font}`
  context.fillText(title, pad, chart.height + pad, canvas.width - 2 * pad)
  context.fillStyle = theme.axis
  context.font = `${12 * scale}px ${theme.font}`
  for (const [index, line] of lines.entries()) {
    context.fillText(line, pad, chart.height + pad + head + index * step, canvas.width - 2 * pad)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be encoded.'))), 'image/png')
  })
}

/** A closed menu need not be current: update only once the view has stopped moving. */
const rarely = (): DebounceDelays => ({ idleMs: 400, maxMs: Number.POSITIVE_INFINITY })

/** Above this number of rows, no file size is shown, since computing it means generating the file twice. */
const maxSized = 2000

const sizeWords = (lines: readonly string[]): string => {
  const bytes = lines.reduce((sum, line) => sum + line.length, 0)
  return bytes < 1000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`
}

const files = {
  csv: { icon: 'columns', media: 'text/csv' },
  jsonl: { icon: 'ledger', media: 'application/x-ndjson' },
} as const

/** curl command for the visible rows, with both bounds; the end is exclusive. */
function curlFor(candleId: string, rows: readonly Row[], length: bigint | undefined): string {
  const [first, last] = [rows[0], rows.at(-1)]
  const end = last && String(BigInt(last.start) + (length ?? 1n))
  return curlOf(
    requestUrl(listCandles, {
      candleId,
      ...(first && end ? { fromTimestamp: first.start, toTimestamp: end } : {}),
      pagination: { first: Math.min(Math.max(rows.length, 1), maximumPageSize), newestFirst: false },
    }),
  )
}

export function CandleExportMenu({ page }: PageProps) {
  const { view, format, name, subject, node, controller, state, studies } = page
  const { interval, decimals, positionDecimals } = subject
  const [candleId, loaded] = [interval?.candleId ?? '', state.candles]
  const context = { market: name, interval: interval?.label ?? '', decimals, positionDecimals }
  const seen = useDebounced(view.visible, rarely)
  const rows = seen ? seen.rows.slice(seen.first, seen.last + 1) : []
  const count = (some: readonly Row[]): string => plural(some.length, 'candle')
  const file = (ending: string, some: readonly Row[] = rows): string => candlesFileName(some, context, ending)

  const savePicture = async () => {
    const [first, last] = [rows[0], rows.at(-1)]
    if (!controller || !first || !last) return
    try {
      const blob = await chartPicture(controller.screenshot(), {
        title: `${context.market}, ${context.interval} candles`,
        lines: [
          `${rangeText(first, last, 0n, format)} ${candleZone(format, BigInt(last.start))}, end excluded`,
          ...(studies.length > 0 ? [studies.map(studyName).join(', ')] : []),
          `${candleId} from ${node || location.origin}, drawn ${formatInstant(serverNow(), format.zone)} with TradingView Lightweight Charts`,
        ],
      })
      saveFile(file('.png'), blob)
    } catch (error) {
      toast(error instanceof Error ? error.message : 'The image could not be created.')
    }
  }
  const copyCurl = async () => {
    const done = await copyText(curlFor(candleId, rows, format.length))
    toast(done ? 'Request copied as curl' : 'The browser blocked copying')
  }

  const saving = (
    label: string,
    [ending, type]: readonly [string, keyof typeof files],
    write: typeof decimalCandlesCsv,
    some: readonly Row[] = rows,
  ): MenuItem => ({
    label,
    icon: files[type].icon,
    hint: () => (some === rows && rows.length <= maxSized ? sizeWords(write(some, context)) : undefined),
    disabled: some.length === 0 || (some === rows && ending === '' && format.decimals === undefined),
    onSelect: () => saveText(file(`${ending}.${type}`, some), files[type].media, write(some, context)),
  })
  return (
    <Menu
      icon="download"
      trigger="Export"
      items={[
        { heading: `Visible range, ${count(rows)}` },
        saving('CSV, decimals and raw', ['', 'csv'], decimalCandlesCsv),
        saving('CSV, raw integers', ['_raw', 'csv'], rawCandlesCsv),
        saving('JSON Lines, decimals and raw', ['', 'jsonl'], decimalCandlesJsonLines),
        saving('JSON Lines, as received', ['_raw', 'jsonl'], candlesJsonLines),
        {
          label: 'PNG with caption',
          icon: 'candles',
          hint: `${Math.round((window.devicePixelRatio || 1) * 10) / 10}x`,
          disabled: rows.length === 0 || !controller,
          onSelect: () => void savePicture(),
        },
        { heading: `All loaded, ${count(loaded)}` },
        saving('All loaded as CSV', ['', 'csv'], decimalCandlesCsv, loaded),
        saving('All loaded as JSON Lines', ['', 'jsonl'], decimalCandlesJsonLines, loaded),
        'line',
        { label: 'Copy as curl', icon: 'terminal', onSelect: () => void copyCurl() },
      ]}
    />
  )
}
