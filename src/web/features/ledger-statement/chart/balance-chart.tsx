import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from 'react'
import { useAssets } from '../../../entities/asset/labels.ts'
import { shortId } from '../../../format/id.ts'
import { formatInstant } from '../../../format/time.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { plainAmount } from '../../ledger-export/format-bytes.ts'
import type { AccountCurve, Stretch } from '../../../ledger/store/curve.ts'
import { accountKey, useAccountNames } from './account-names.ts'
import { BalanceCanvas, colourName } from './balance-canvas.ts'
import { balanceAt, startOfStep } from './curve-data.ts'
import styles from './chart.module.css'

interface BalanceChartProps {
  asset: string
  /** The drawn accounts, each in the colour of its place. */
  curves: readonly AccountCurve[]
  stretch: Stretch
  decimals: number | undefined
  onZoom: (steps: { from: number; to: number }) => void
}

/** Balances of accounts as steps, with the exact values at the pointer. Its table says the same. */
export function BalanceChart({ asset, curves, stretch, decimals, onZoom }: BalanceChartProps) {
  const zone = useZone()
  const symbol = useAssets().byId.get(asset)?.symbol ?? shortId(asset)
  const name = useAccountNames()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const canvas = useRef<BalanceCanvas>(undefined)
  const [step, setStep] = useState<number>()
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    if (!element) return undefined
    const made = new BalanceCanvas(element, { onPoint: setStep, onZoom: (steps) => zoom(steps) })
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
    <div className={styles.chart}>
      <div className={styles.legend}>
        <span>Until {until}</span>
        {curves.map((curve, place) => {
          const raw = balanceAt(curve, at)
          return (
            <span key={accountKey(curve)}>
              <i style={{ '--c': `var(${colourName(place)})` } as CSSProperties} aria-hidden="true" />
              {name(curve)} <Exact exact={`${raw} raw`}>{plainAmount(raw, decimals)}</Exact>
            </span>
          )
        })}
      </div>
      <div
        ref={setElement}
        className={styles.canvas}
        role="img"
        aria-label={`Balances in ${symbol} over time. The table below has every value.`}
      />
    </div>
  )
}
