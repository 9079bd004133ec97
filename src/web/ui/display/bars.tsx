import { add, isDecimal, multiply, compare } from '../../format/amount.ts'
import { formatReached } from '../../format/percent.ts'
import { Exact } from './exact.tsx'
import styles from './bars.module.css'
import { Fragment, type CSSProperties, type ReactNode } from 'react'

/** The bar ends at this percentage of what is required; the number beside it does not. */
const fullAt = 160

function Side({ name, fraction }: { name: string; fraction: string | undefined }) {
  const isValid = fraction !== undefined && isDecimal(fraction)
  const short = isValid && compare(fraction, '1') < 0
  const percent = isValid ? Math.min(fullAt, Math.max(0, Number(multiply(fraction, '100')))) : 0
  return (
    <div className={styles.side} data-short={short || undefined}>
      <span>{name}</span>
      <i data-unknown={isValid ? undefined : true} style={{ '--v': (percent * 100) / fullAt } as CSSProperties} />
      <b>
        <Exact exact={fraction}>{isValid ? formatReached(fraction, 0) : '\u2013'}</Exact>
        {short && <span className="visually-hidden"> (short)</span>}
      </b>
    </div>
  )
}

/** Offered against required liquidity, buys over sells, as fractions (`1` is all). The line marks 100 %. */
export function TwinBars({ buys, sells }: { buys: string | undefined; sells: string | undefined }) {
  return (
    <div className={styles.twin}>
      <Side name="Buys" fraction={buys} />
      <Side name="Sells" fraction={sells} />
    </div>
  )
}

interface BarRow {
  label: ReactNode
  value: ReactNode
  /** Length of the bar, 0..1; for drawing only. */
  share: number
}

export function BarList({ rows }: { rows: readonly BarRow[] }) {
  return (
    <dl className={styles.bars}>
      {rows.map(({ label, value, share }, at) => (
        <Fragment key={at}>
          <dt>{label}</dt>
          <dd className={styles.track} aria-hidden="true">
            <i style={{ '--v': Math.min(1, Math.max(0, share)) * 100 } as CSSProperties} />
          </dd>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

const hues = 5
/** So many parts are drawn; more are thinner than a pixel, and thousands take seconds to lay out. */
const maxParts = 100

/** Parts of a whole, each a fraction as text, in five steps of one hue and a rest. For the eye: the figures stand elsewhere. */
export function ShareBar({ shares }: { shares: readonly string[] }) {
  const rest = shares.slice(maxParts)
  const drawn = [...shares.slice(0, maxParts), ...(rest.length > 0 ? [rest.reduce(add)] : [])]
  return (
    <div className={styles.bar} aria-hidden="true">
      {drawn.map((share, at) => {
        const style = {
          '--b': at < hues ? `var(--series-${at + 1})` : 'var(--series-rest)',
          '--v': Math.min(100, Math.max(0, Number(multiply(share, '100')))),
        }
        return <i key={at} style={style as CSSProperties} />
      })}
    </div>
  )
}
