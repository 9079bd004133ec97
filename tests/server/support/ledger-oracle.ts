import { accountTypeNames, ledgerColumns } from '../../../src/wire/ledger-export.ts'
import { type SampleAccount, type SampleEntry, timeOf } from './sample-ledger.ts'

const csv = (text: string | undefined): string =>
  text === undefined ? '' : text === '' || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const fieldsOf = ({ market, party, type }: SampleAccount): string[] => [
  csv(market),
  party === '03' ? 'network' : csv(party),
  accountTypeNames[type] ?? 'UNKNOWN',
]

/** The file that an export must give, written down from wire.md 5.2 and 5.3 alone. Bounds in microseconds as `at`. */
export function ledgerFile(
  entries: readonly SampleEntry[],
  party: string,
  { asset, start = -Infinity, end = Infinity }: { asset?: string | undefined; start?: number; end?: number } = {},
): string {
  const lines = entries
    .filter(({ from, to }) => from.party === party || to.party === party)
    .filter(({ from }) => asset === undefined || from.asset === asset)
    .filter(({ at }) => at >= start && at < end)
    .sort((a, b) => a.at - b.at)
    .map(({ block, from, to, quantity, balances, type }) => {
      const effect = from.party === to.party ? '0' : to.party === party ? quantity : `-${quantity}`.replace(/^-0$/, '0')
      return [
        timeOf(block),
        quantity,
        effect,
        csv(type),
        from.asset,
        ...fieldsOf(from),
        balances[0],
        ...fieldsOf(to),
        balances[1],
      ].join(',')
    })
  return [ledgerColumns.join(','), ...lines].map((line) => `${line}\n`).join('')
}
