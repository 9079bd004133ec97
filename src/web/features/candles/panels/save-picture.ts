import { serverNow } from '../../../client/server-clock.ts'
import { formatInstant } from '../../../format/time.ts'
import { saveFile } from '../../../list/save-file.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { candleZone, rangeText } from '../data/bar-format.ts'
import { studyName } from '../indicators/study.ts'
import type { CandlesPageModel } from '../use-candles-page.ts'
import { candlesFileName } from './export-candles.ts'

/** Saves the chart in view as PNG, with its legends, indicators, range and source. */
export async function savePicture(page: CandlesPageModel): Promise<void> {
  const { view, format, name, subject, node, controller, studies } = page
  const { interval, decimals, positionDecimals } = subject
  const seen = view.visible.get()
  const rows = seen ? seen.rows.slice(seen.first, seen.last + 1) : []
  const [first, last] = [rows[0], rows.at(-1)]
  const chart = document.querySelector('[data-chart]')
  if (!controller || !first || !last || !interval || !chart) return
  try {
    const blob = await controller.picture(chart, {
      title: `${name}, ${interval.label} candles`,
      lines: [
        `${rangeText(first, last, 0n, format)} ${candleZone(format)}, end exclusive`,
        ...(studies.length > 0 ? [studies.map(studyName).join(', ')] : []),
        `${interval.candleId} from ${node || location.origin}, drawn ${formatInstant(serverNow(), format.zone)} with TradingView Lightweight Charts`,
      ],
    })
    saveFile(
      candlesFileName(rows, { market: name, interval: interval.label, decimals, positionDecimals }, '.png'),
      blob,
    )
  } catch (error) {
    toast(error instanceof Error ? error.message : 'The image could not be created.')
  }
}
