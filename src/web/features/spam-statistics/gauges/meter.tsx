import type { CSSProperties } from 'react'
import { divide, groupDigits, multiply } from '../../../format/amount.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Pips, pipsOf, type PipsShape } from '../../../ui/display/pips.tsx'
import { riskIcons } from '../../../ui/feedback/state-badge.tsx'
import { riskWords } from '../../../../wire/spam/risk-state.ts'
import { type Gauge, gaugeLabels, permilleOf, type Thresholds } from '../../../../wire/spam/spam-gauges.ts'
import styles from './meter.module.css'

/** Percent used as in the text beside the meter: rounded, but 100 only when full and 0 only when unused. */
export function percentOf(gauge: Pick<Gauge, 'used' | 'max'>): number {
  if (permilleOf(gauge) === 1000) return 100
  const { used = '0', max = '0' } = gauge
  if (used === '0' || max === '0') return 0
  return Math.min(99, Math.max(1, Number(divide(multiply(used, '100'), max, 0))))
}

/** The arc runs over three quarters of a circle, from lower left to lower right. */
const arc = 'M9.3 30.7A15 15 0 1 1 30.7 30.7'
const pip = 10
const gap = 1.6

/** The dash pattern of an arc of `parts` pips of which `filled` are drawn, the last one possibly in part. */
function dashes(parts: number, filled: number): string {
  const lengths: number[] = []
  for (let left = filled; left > 0; left -= 1) lengths.push(Math.min(1, left) * (pip - gap), gap)
  return [...lengths.slice(0, -1), parts * pip].join(' ')
}

function Arc({ shape }: { shape: PipsShape }) {
  const scale = shape.kind === 'void' ? { parts: 24, filled: 0 } : shape
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" data-kind={shape.kind}>
      <path
        className={styles['rest']}
        d={arc}
        pathLength={scale.parts * pip}
        strokeDasharray={dashes(scale.parts, scale.parts)}
      />
      {scale.filled > 0 && (
        <path
          className={styles['used']}
          d={arc}
          pathLength={scale.parts * pip}
          strokeDasharray={dashes(scale.parts, scale.filled)}
        />
      )}
    </svg>
  )
}

export interface MeterProps {
  gauge: Gauge
  thresholds: Thresholds
  shape?: 'linear' | 'radial'
}

/** How full a limit is, as a line or an arc of pips: a meter in percent, or an image when there is no scale. */
export function Meter({ gauge, thresholds, shape = 'linear' }: MeterProps) {
  const { name, state, used = '', max = '', left } = gauge
  const label = gaugeLabels[name]
  const pips = pipsOf(used, max, state)
  const drawing =
    shape === 'radial' ? (
      <>
        <Arc shape={pips} />
        <Icon name={riskIcons[state]} />
      </>
    ) : (
      <Pips used={used} max={max} state={state} label={label} />
    )
  if (pips.kind === 'void') {
    return (
      <div className={styles['meter']} role="img" aria-label={`${label}: ${riskWords[state]}`} data-shape={shape}>
        {drawing}
      </div>
    )
  }
  const notches = { '--watch': thresholds.watchAt, '--near': thresholds.nearAt } as CSSProperties
  return (
    <div
      className={styles['meter']}
      // a meter element cannot contain the drawing
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentOf(gauge)}
      aria-valuetext={`${groupDigits(used)} of ${groupDigits(max)} used, ${left === undefined ? '' : `${groupDigits(left)} left, `}${riskWords[state]}`}
      data-shape={shape}
      data-state={state}
      style={notches}
    >
      <div aria-hidden="true" className={styles['drawing']}>
        {drawing}
      </div>
      {shape === 'linear' && used !== '0' && (
        <div className={styles['notches']} aria-hidden="true">
          <i />
          <i />
        </div>
      )}
    </div>
  )
}
