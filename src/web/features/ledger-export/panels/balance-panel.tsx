import { useState } from 'react'
import { useAssets } from '../../../entities/asset/labels.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import { type AccountCheck, computedClosing, type LedgerTotals } from '../../../ledger/rows/ledger-totals.ts'
import { shortId } from '../../../format/id.ts'
import { plural } from '../../../format/words.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { typeWords } from '../../../ledger/rows/groups.ts'
import { useDecimals } from './totals-panel.tsx'
import { csvTime, grouped, plainAmount, signedAmount } from '../format-bytes.ts'
import styles from './totals-panel.module.css'

/** Whether the balances that the node reports follow from the movements in the file. */
const agrees = (account: AccountCheck): boolean =>
  account.unread === 0 && account.breaks === 0 && computedClosing(account) === account.closing

/** Accounts with the most movements first, those that do not agree before all others. */
const inOrder = (accounts: readonly AccountCheck[]): AccountCheck[] =>
  accounts.toSorted((a, b) => Number(agrees(a)) - Number(agrees(b)) || b.movements - a.movements)

const keyOf = ({ asset, market, type }: AccountCheck): string => `${asset} ${market} ${type}`

function useAccountName(): (account: AccountCheck) => string {
  const assets = useAssets().byId
  const markets = useMarkets().byId
  return ({ asset, market, type }) => {
    const symbol = assets.get(asset)?.symbol ?? shortId(asset)
    const suffix = market === '' ? '' : ` ${markets.get(market)?.code ?? shortId(market)}`
    return `${typeWords(type)}${suffix}, ${symbol}`
  }
}

function Verdict({ account, others }: { account: AccountCheck; others: number }) {
  const zone = useZone()
  const decimals = useDecimals(account.asset)
  if (account.unread > 0) {
    return (
      <Notice state="limit">
        Cannot be checked: {plural(account.unread, 'entry', 'entries')} of this account cannot be read or ordered.
      </Notice>
    )
  }
  if (agrees(account)) {
    return (
      <Notice state="ok">
        Computed and reported balances agree
        {others === 0
          ? '.'
          : `, and so ${others === 1 ? 'does 1 other account' : `do ${grouped(others)} other accounts`}.`}
      </Notice>
    )
  }
  const { firstBreak, breaks } = account
  return (
    <Notice state="near">
      {plural(breaks, 'balance does', 'balances do')} not match the movement before.
      {firstBreak &&
        ` First at ${csvTime(firstBreak.time, zone)}: computed ${plainAmount(firstBreak.computed, decimals)}, reported ${plainAmount(firstBreak.reported, decimals)}.`}
    </Notice>
  )
}

/** Opening and closing of each of the party's accounts: what the movements in the file add up to against what the node reports. */
export function BalancePanel({ totals }: { totals: LedgerTotals }) {
  const name = useAccountName()
  const [chosen, setChosen] = useState<string>()
  const accounts = inOrder(totals.accounts)
  const account = accounts.find((one) => keyOf(one) === chosen) ?? accounts[0]
  const decimals = useDecimals(account?.asset ?? '')
  if (!account) return null
  const known = (words: string): string => (account.unread > 0 ? '–' : words)
  const broken = accounts.filter((one) => !agrees(one)).length
  return (
    <Panel title="Balance check" count={plural(accounts.length, 'account')}>
      <div className={styles.view}>
        <Select
          label="Account"
          hideLabel
          value={keyOf(account)}
          options={accounts.map((one) => ({ value: keyOf(one), label: `${agrees(one) ? '' : '! '}${name(one)}` }))}
          onChange={setChosen}
        />
      </div>
      <dl className={styles.sums} data-first="true">
        <dt>Opening</dt>
        <dd>{known(plainAmount(account.opening, decimals))}</dd>
        <dt>In</dt>
        <dd data-sign="in">{known(signedAmount(BigInt(account.in), decimals))}</dd>
        <dt>Out</dt>
        <dd data-sign="out">{known(signedAmount(-BigInt(account.out), decimals))}</dd>
        <dt>Computed closing</dt>
        <dd>{known(plainAmount(computedClosing(account), decimals))}</dd>
        <dt>Reported closing</dt>
        <dd>{known(plainAmount(account.closing, decimals))}</dd>
      </dl>
      <div className={styles.verdict}>
        <Verdict account={account} others={broken === 0 ? accounts.length - 1 : 0} />
      </div>
    </Panel>
  )
}
