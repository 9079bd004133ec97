import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from 'react'
import { chartTheme, lineVariable } from '../../../chart/chart-theme.ts'
import { amountFormat, choosePriceTransform } from '../../../chart/price-transform.ts'
import { addLines, timeOf } from '../../../chart/series-overlay.ts'
import { createThemedChart } from '../../../chart/themed-chart.ts'
import { useAssets } from '../../../entities/labels.ts'
import { shortId } from '../../../format/id.ts'
import { formatInstant, type Zone } from '../../../format/time.ts'
import type { AccountCurve, Stretch } from '../../../ledger/store/balances.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { plainAmount } from '../../../ledger/ledger-words.ts'
import { accountKey, useAccountNames } from '../../ledger/index.ts'
import { balanceAt, largestBalance, startOfStep, stepValues } from './balance-at.ts'
import styles from './chart.module.css'

interface BalanceScene {
  curves: readonly AccountCurve[]
  stretch: Stretch
  zone: Zone
  decimals: number | undefined
}

interface BalanceEvents {
  /** The step under the pointer; undefined when it has left. */
  onPoint: (step: number | undefined) => void
  /** The reader has moved or zoomed the chart: the steps in view, which may lie outside the stretch. */
  onZoom: (steps: { from: number; to: number }) => void
}

/** Milliseconds after the last move of the chart. */
const settleMs = 350

/** How a reader moves or zooms the chart. */
const gestures = ['pointerdown', 'wheel', 'touchstart'] as const

const lastsDays = ({ start, end }: Stretch): boolean => end - start > 2 * 86_400_000_000

/** Draws balances as steps over time; numbers are made of balances for drawing alone. */
function createBalanceCanvas(element: HTMLElement, { onPoint, onZoom }: BalanceEvents) {
  let scene: BalanceScene | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The reader has moved this scene. The library also changes the range itself, as it fits a scene or its width changes. */
  let moved = false
  const themed = createThemedChart(
    element,
    // With both ends fixed, the labels there are moved inside instead of being cut.
    { timeScale: { fixLeftEdge: true, fixRightEdge: true, minBarSpacing: 0.01 } },
    () => scene && show(scene),
  )
  const { chart } = themed
  const { series, lines } = addLines(chart, 0)
  const time = chart.timeScale()
  const listening = new AbortController()
  for (const type of gestures)
    element.addEventListener(type, () => (moved = true), { capture: true, passive: true, signal: listening.signal })
  chart.subscribeCrosshairMove(({ logical }) => onPoint(logical === undefined ? undefined : Math.round(logical)))
  time.subscribeVisibleLogicalRangeChange((range) => {
    clearTimeout(timer)
    const steps = scene?.stretch.steps ?? 0
    // What fits the scene to a step on both sides is the scene itself.
    if (!range || !moved || (Math.abs(range.from) <= 1 && Math.abs(range.to - steps) <= 1.5)) return
    timer = setTimeout(() => onZoom(range), settleMs)
  })

  function show(next: BalanceScene): void {
    const { curves, stretch, zone, decimals = 0 } = next
    const shown = scene?.stretch
    const isSame = shown?.start === stretch.start && shown.end === stretch.end && shown.steps === stretch.steps
    // Names, decimals or rows that come later leave the chart where the reader has moved it.
    const range = isSame && moved ? time.getVisibleLogicalRange() : null
    scene = next
    series.setData([])
    const precision = lastsDays(stretch) ? 'minute' : 'second'
    themed.setTimes({ zone, daily: false, label: (ns) => formatInstant(ns, zone, { precision }) })
    const rows = Array.from({ length: stretch.steps }, (_, step) => ({ start: `${startOfStep(stretch, step)}000` }))
    const transform = choosePriceTransform(0n, largestBalance(curves), decimals)
    const colours = chartTheme().lines
    const drawn = curves.map((curve, place) => ({
      key: accountKey(curve),
      ...stepValues(curve, stretch, transform.toNumber),
      color: colours[place] ?? '',
      width: 2,
      steps: true,
      scales: true,
    }))
    series.applyOptions({ priceFormat: amountFormat(transform) })
    // The axis has the whole stretch, also without accounts.
    series.setData(
      rows.map(({ start }, step) => {
        const [time, value = Number.NaN] = [timeOf(start), drawn[0]?.at(step)]
        return Number.isNaN(value) ? { time } : { time, value }
      }),
    )
    lines.set(stretch.steps, drawn)
    if (range) return time.setVisibleLogicalRange(range)
    clearTimeout(timer)
    moved = false
    time.fitContent()
  }

  return {
    show,
    remove: (): void => {
      clearTimeout(timer)
      listening.abort()
      themed.remove()
    },
  }
}

interface BalanceChartProps extends Omit<BalanceScene, 'zone'> {
  asset: string
  /** Those that may be drawn. */
  accounts: readonly AccountCurve[]
  /** No more of them can be drawn. */
  isFull: boolean
  onToggle: (key: string) => void
  onZoom: BalanceEvents['onZoom']
}

/** Balances of accounts as steps; the key of the lines has the exact values at the pointer and chooses the accounts. Its table says the same. */
export function BalanceChart(props: BalanceChartProps) {
  const { asset, accounts, curves, stretch, decimals, isFull, onToggle, onZoom } = props
  const zone = useZone()
  const symbol = useAssets().byId.get(asset)?.symbol ?? shortId(asset)
  const name = useAccountNames()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const canvas = useRef<ReturnType<typeof createBalanceCanvas>>(undefined)
  const [step, setStep] = useState<number>()
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    if (!element) return undefined
    const made = createBalanceCanvas(element, { onPoint: setStep, onZoom: (steps) => zoom(steps) })
    canvas.current = made
    return () => {
      canvas.current = undefined
      made.remove()
    }
  }, [element])
  useEffect(() => {
    if (element) canvas.current?.show({ curves, stretch, zone, decimals })
  }, [element, curves, stretch, zone, decimals])
  const at = step === undefined ? stretch.steps - 1 : Math.max(0, Math.min(step, stretch.steps - 1))
  const until = formatInstant(BigInt(startOfStep(stretch, at + 1)) * 1000n, zone)
  return (
    <div>
      <fieldset className={styles.legend} aria-label="Accounts">
        <span>Until {until}</span>
        {accounts.map((account) => {
          const place = curves.indexOf(account)
          const raw = balanceAt(account, at)
          return (
            <span key={accountKey(account)}>
              <label>
                {accounts.length > 1 && (
                  <input
                    type="checkbox"
                    checked={place >= 0}
                    disabled={place < 0 && isFull}
                    onChange={() => onToggle(accountKey(account))}
                  />
                )}
                {place >= 0 && (
                  <i style={{ '--c': `var(${lineVariable(place)})` } as CSSProperties} aria-hidden="true" />
                )}
                {name(account)}
              </label>{' '}
              <Exact exact={`${raw} raw`}>{plainAmount(raw, decimals)}</Exact>
            </span>
          )
        })}
      </fieldset>
      <div
        ref={setElement}
        className={styles.canvas}
        role="img"
        aria-label={`Balances in ${symbol} over time. The table below has every value.`}
      />
    </div>
  )
}
