import type { CSSProperties } from 'react'
import styles from './scale-bar.module.css'

export interface ScaleBarProps {
  /** 0..100; values outside are drawn at the end. Undefined draws the scale without a position. */
  percent: number | undefined
  /** Five rem wide, without needle, for a line of text. */
  small?: boolean
  label: string
}

/** A graduated scale with a needle, for an epoch, a rate limit or a range. */
export function ScaleBar({ percent, small = false, label }: ScaleBarProps) {
  const position =
    percent === undefined || Number.isNaN(percent)
      ? undefined
      : Number(Math.min(100, Math.max(0, percent)).toFixed(small ? 0 : 1))
  const style = { '--p': position ?? 0 } as CSSProperties
  return (
    // a drawing by style alone: there is no picture file that an img element could name
    <span className={styles.rule} role="img" aria-label={label} data-small={small || undefined} style={style}>
      {!small && position !== undefined && <i />}
    </span>
  )
}
