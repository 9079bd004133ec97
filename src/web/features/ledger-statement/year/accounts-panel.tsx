import type { AccountCurve, Stretch } from '../../../ledger/store/balances.ts'
import { plainAmount } from '../../../ledger/ledger-words.ts'
import { plural } from '../../../format/words.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Exact } from '../../../ui/display/exact.tsx'
import { accountKey, useAccountNames } from '../../ledger/index.ts'
import styles from './year.module.css'

const order = ['GENERAL', 'MARGIN', 'BOND']
const rank = ({ type }: AccountCurve): number => (order.indexOf(type) + order.length + 1) % (order.length + 1)

/** General, margin by market, bond, then the rest; those that moved most first. */
const inOrder = (curves: readonly AccountCurve[]): AccountCurve[] =>
  curves.toSorted((a, b) => rank(a) - rank(b) || b.movements - a.movements)

const [width, height] = [128, 36]

type Line = Pick<AccountCurve, 'opening' | 'closing'> & {
  points: readonly Pick<AccountCurve['points'][number], 'step' | 'balance' | 'gap'>[]
}

/** The balance as a step line in a box of 128 by 36, from the lowest to the highest of its scale: for drawing alone. */
function pathOf({ opening, points }: Line, { steps }: Stretch, low: bigint, high: bigint): string {
  const scale = high > low ? high - low : 1n
  const y = (text: string): number => height - Number(((BigInt(text) - low) * BigInt(height * 10)) / scale) / 10
  const path = points.map(({ step, balance, gap }) => {
    const x = Math.round((step * width * 10) / steps) / 10
    return gap ? `M${x} ${y(balance)}` : `H${x}V${y(balance)}`
  })
  return `M0 ${y(opening)}${path.join('')}H${width}`
}

interface BalanceLineProps {
  curve: Line
  stretch: Stretch
  name: string
  decimals: number | undefined
  /** Begins at the lowest instead of zero. */
  cropped: boolean
}

/** What was held at the end, and the line of it on a scale of its own. */
export function BalanceLine({ curve, stretch, name, decimals, cropped }: BalanceLineProps) {
  const values = [curve.opening, curve.closing, ...curve.points.map(({ balance }) => balance)].map(BigInt)
  const lowest = values.reduce((low, value) => (value < low ? value : low))
  const high = values.reduce((most, value) => (value > most ? value : most))
  const low = cropped || lowest < 0n ? lowest : 0n
  const [from, to] = [low, high].map((raw) => plainAmount(String(raw), decimals))
  return (
    <figure>
      <figcaption>{name}</figcaption>
      <Exact exact={`${curve.closing} raw`}>{plainAmount(curve.closing, decimals)}</Exact>
      <svg
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: ${from} to ${to}`}
      >
        <path d={pathOf(curve, stretch, low, high)} />
      </svg>
      <small>
        <span>{from}</span>
        <span>{to}</span>
      </small>
    </figure>
  )
}

interface MultiplesProps {
  curves: readonly AccountCurve[]
  stretch: Stretch
  decimals: number | undefined
}

export function Multiples({ curves, stretch, decimals }: MultiplesProps) {
  const nameOf = useAccountNames()
  return (
    <div className={styles.multiples}>
      {inOrder(curves).map((curve) => (
        <BalanceLine
          key={accountKey(curve)}
          cropped={curve.type === 'GENERAL'}
          name={nameOf(curve)}
          {...{ curve, stretch, decimals }}
        />
      ))}
    </div>
  )
}

interface AccountsProps extends MultiplesProps {
  name: string
  /** Accounts of the asset that cannot be drawn. */
  unread: number
}

/** The accounts of one asset beside each other, each on a scale of its own. */
export function AccountsPanel({ name, unread, ...multiples }: AccountsProps) {
  const count = `${name}, closing balance, each on its own scale`
  return (
    <Panel
      title="Accounts"
      count={count}
      foot={unread > 0 && `${plural(unread, 'account')} that cannot be checked: not drawn.`}
    >
      <section className={styles.scrolled} aria-label="Accounts on their own scales" tabIndex={0}>
        <Multiples {...multiples} />
      </section>
    </Panel>
  )
}
