import type { CSSProperties } from 'react'
import { compare, isDecimal, multiply } from '../../format/amount.ts'
import { formatReached } from '../../format/percent.ts'
import { Exact } from './exact.tsx'
import styles from './twin-bars.module.css'

/** The bar ends at this percentage of what is required; the number beside it does not. */
const fullAt = 160

function Side({ name, fraction }: { name: string; fraction: string | undefined }) {
  const known = fraction !== undefined && isDecimal(fraction)
  const short = known && compare(fraction, '1') < 0
  const percent = known ? Math.min(fullAt, Math.max(0, Number(multiply(fraction, '100')))) : 0
  return (
    <div className={styles.side} data-short={short || undefined}>
      <span>{name}</span>
      <i data-unknown={known ? undefined : true} style={{ '--v': (percent * 100) / fullAt } as CSSProperties} />
      <b>
        <Exact exact={fraction}>{known ? formatReached(fraction, 0) : '\u2013'}</Exact>
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
