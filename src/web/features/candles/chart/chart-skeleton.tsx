import styles from './chart.module.css'

const bars = 96

/** Deterministic, so that the placeholder does not flicker between renders. */
const wave = (index: number): number => 0.5 + 0.28 * Math.sin(index / 9) + 0.12 * Math.sin(index / 2.7)

/** One path for all bars: an element per bar would cost more to render than the chart itself. */
const pathOf = (bar: (index: number) => { bottom: number; height: number }): string =>
  Array.from({ length: bars }, (_, index) => {
    const { bottom, height } = bar(index)
    return `M${index + 0.2} ${(100 - bottom).toFixed(1)}v${(-height).toFixed(1)}h.6v${height.toFixed(1)}z`
  }).join('')

const prices = pathOf((index) => ({ bottom: wave(index) * 70, height: 8 + (index % 5) * 3 }))
const volumes = pathOf((index) => ({ bottom: 0, height: 20 + 60 * Math.abs(Math.sin(index * 1.9)) }))

export function ChartSkeleton({ label }: { label: string }) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      {[prices, volumes].map((path) => (
        <span key={path} className={styles.pane}>
          <svg viewBox={`0 0 ${bars} 100`} preserveAspectRatio="none" aria-hidden="true">
            <path d={path} />
          </svg>
        </span>
      ))}
    </output>
  )
}

/** The chart library asks for a link to its makers; here it does not cover the chart. */
export const ChartCredit = () => (
  <p className="muted">
    Charts by{' '}
    <a className="link" href="https://www.tradingview.com/" target="_blank" rel="noopener">
      TradingView
    </a>
  </p>
)
