import { createSeriesMarkers, HistogramSeries, type SeriesMarker, type Time } from 'lightweight-charts'
import { useEffect, useState } from 'react'
import { chartTheme } from '../../../chart/chart-theme.ts'
import { amountFormat, choosePriceTransform } from '../../../chart/price-transform.ts'
import { addLines, plainSeries, timeOf } from '../../../chart/series-overlay.ts'
import { createThemedChart } from '../../../chart/themed-chart.ts'
import { formatInstant, type Zone } from '../../../format/time.ts'
import type { Stretch } from '../../../ledger/store/balances.ts'
import type { Equity } from '../../../ledger/store/equity.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { startOfStep } from '../chart/balance-at.ts'
import styles from './year.module.css'

interface EquityScene {
  equity: Equity
  stretch: Stretch
  zone: Zone
  decimals: number | undefined
}

const absolute = (text: string): bigint => BigInt(text.replace('-', ''))

/** Draws what the party held as a step line with its transfers, and the drawdown hanging below; numbers are for drawing alone. */
function drawEquity(element: HTMLElement, { equity, stretch, zone, decimals = 0 }: EquityScene) {
  const themed = createThemedChart(
    element,
    {
      timeScale: { fixLeftEdge: true, fixRightEdge: true, minBarSpacing: 0.01 },
      handleScroll: false,
      handleScale: false,
    },
    () => draw(),
  )
  const { chart } = themed
  const { series: held, lines } = addLines(chart, 0)
  const falls = chart.addSeries(HistogramSeries, { ...plainSeries }, 1)
  const markers = createSeriesMarkers<Time>(held, [])
  chart.panes()[0]?.setStretchFactor(3)
  chart.panes()[1]?.setStretchFactor(1)
  const rows = Array.from({ length: stretch.steps }, (_, step) => ({ start: `${startOfStep(stretch, step)}000` }))
  const { points, opening, deepest } = equity
  const largest = [opening, ...points.map((point) => point.equity)].map(absolute).reduce((a, b) => (a > b ? a : b), 0n)
  const transform = choosePriceTransform(0n, largest, decimals)
  themed.setTimes({ zone, daily: false, label: (ns) => formatInstant(ns, zone, { precision: 'minute' }) })

  function draw(): void {
    const theme = chartTheme()
    const values = new Float64Array(stretch.steps).fill(transform.toNumber(opening))
    const falling = new Float64Array(stretch.steps)
    const gaps = new Set(points.filter(({ gap }) => gap).map(({ step }) => step))
    for (const { step, equity: after, drawdown } of points) {
      values.fill(transform.toNumber(after), step)
      falling.fill(-transform.toNumber(drawdown), step)
    }
    const base = transform.toNumber(opening)
    const line = { base, scales: true, breaks: (step: number) => gaps.has(step) }
    held.setData(rows.map(({ start }, step) => ({ time: timeOf(start), value: values[step]! })))
    lines.set(stretch.steps, [
      { ...line, key: 'equity', at: (step) => values[step]!, color: theme.vwap, width: 1.5, steps: true },
      { ...line, key: 'opening', scales: false, at: () => base, color: theme.axis, width: 1, dashed: true },
    ])
    const format = amountFormat(transform)
    for (const series of [held, falls]) series.applyOptions({ priceFormat: format })
    falls.setData(
      rows.map(({ start }, step) => {
        const at = startOfStep(stretch, step)
        const isDeepest = deepest !== undefined && at >= deepest.from && at <= deepest.to
        return { time: timeOf(start), value: falling[step]!, color: isDeepest ? theme.down : theme.downSoft }
      }),
    )
    const moved = points.filter(({ transferred }) => transferred !== '0')
    markers.setMarkers(
      moved.map(({ step, transferred }): SeriesMarker<Time> => {
        const isOut = transferred.startsWith('-')
        const [position, shape] = isOut ? (['aboveBar', 'arrowDown'] as const) : (['belowBar', 'arrowUp'] as const)
        return { time: timeOf(rows[step]!.start), position, shape, color: theme.text, size: 0.5 }
      }),
    )
    chart.timeScale().fitContent()
  }
  draw()
  return themed.remove
}

/** What a party held over time, and how far its results were below their highest. The figures beside it are exact. */
export function EquityChart({ label, ...scene }: Omit<EquityScene, 'zone'> & { label: string }) {
  const zone = useZone()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const { equity, stretch, decimals } = scene
  useEffect(
    () => (element ? drawEquity(element, { equity, stretch, decimals, zone }) : undefined),
    [element, equity, stretch, decimals, zone],
  )
  return <div ref={setElement} className={styles.canvas} role="img" aria-label={label} />
}
