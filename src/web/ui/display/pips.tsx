import { memo, type CSSProperties } from 'react'
import { groupDigits } from '../../format/amount.ts'
import styles from './pips.module.css'
import type { RiskState } from '../../../wire/spam/risk-state.ts'

/** Up to this many units are drawn one by one, more as a bar of ten parts. */
const maxPips = 40n
/** The same in a table cell. */
const maxMini = 10n
const unlimited = 18_446_744_073_709_551_615n

export interface PipsProps {
  /** Unsigned integers as text. */
  used: string
  max: string
  state: RiskState
  label: string
  size?: 'small' | 'mini'
}

/** A count drawn unit by unit. Without a limit (none, not allowed, unknown) it is hatched, neither empty nor full. */
export const Pips = memo(function Pips({ used, max, state, label, size }: PipsProps) {
  const shape = pipsOf(used, max, state, size === 'mini' ? maxMini : maxPips)
  const words =
    shape.kind === 'void' ? used && `${groupDigits(used)} used` : `${groupDigits(used)} of ${groupDigits(max)}`
  return (
    <div
      className={styles.pips}
      // a drawing by style alone: there is no picture file that an img element could name
      role="img"
      aria-label={words ? `${label}: ${words}` : label}
      data-state={state}
      data-kind={shape.kind}
      data-size={size}
      {...(shape.kind !== 'void' && { style: { '--n': shape.parts, '--u': shape.filled } as CSSProperties })}
    />
  )
})

export type PipsShape = { kind: 'void' } | { kind: 'pips' | 'bar'; parts: number; filled: number }

/** One pip per unit, ten parts filled to a permille, or no scale at all. Never more than full. */
export function pipsOf(used: string, max: string, state: RiskState, maxParts = maxPips): PipsShape {
  if (state === 'none' || state === 'unknown' || state === 'denied') return { kind: 'void' }
  if (!/^\d+$/.test(used) || !/^\d+$/.test(max)) return { kind: 'void' }
  const [most, count] = [BigInt(max), BigInt(used)]
  if (most === 0n || most >= unlimited) return { kind: 'void' }
  const shown = count > most ? most : count
  if (most <= maxParts) return { kind: 'pips', parts: Number(most), filled: Number(shown) }
  return { kind: 'bar', parts: 10, filled: Number((shown * 10_000n) / most) / 1000 }
}
