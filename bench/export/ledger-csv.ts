import { ledgerColumns } from '../../src/wire/ledger-export.ts'
import { benchParty, firstSecond, rowsPerSecond } from '../shared/ledger-archive.ts'

const id = (digit: string): string => digit.repeat(64)
const markets = ['a', 'b', 'c'].map(id)
const asset = id('d')

/** An export of a busy party as a node sends it, five entries a block and a block a second; its balances follow. */
export function ledgerCsv(rows: number): Buffer {
  const parts: Buffer[] = [Buffer.from(`${ledgerColumns.join(',')}\n`)]
  let held = 10n ** 21n
  const margins = markets.map(() => 10n ** 18n)
  let text = ''
  for (let row = 0; row < rows; row++) {
    const kind = row % rowsPerSecond
    const second = firstSecond + (row - kind) / rowsPerSecond
    const time = `${new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')}.1+00`
    const quantity = BigInt(1 + ((row * 7919) % 1_000_003)) * 10n ** BigInt(row % 7)
    const place = Math.floor(row / rowsPerSecond) % markets.length
    const market = markets[place]!
    const write = (effect: string, type: string, from: string, to: string): void => {
      text += `${time},${quantity},${effect},TRANSFER_TYPE_${type},${asset},${from},${to}\n`
    }
    if (kind === 0) {
      margins[place]! -= quantity
      const from = `${market},${benchParty},MARGIN,${margins[place]!}`
      write(`-${quantity}`, 'MTM_LOSS', from, `${market},network,SETTLEMENT,${quantity}`)
    } else if (kind === 1 || kind === 4) {
      margins[place]! += quantity
      const type = kind === 1 ? 'MTM_WIN' : 'PERPETUALS_FUNDING_WIN'
      write(`${quantity}`, type, `${market},network,SETTLEMENT,0`, `${market},${benchParty},MARGIN,${margins[place]!}`)
    } else if (kind === 2) {
      margins[place]! -= quantity
      held += quantity
      const from = `${market},${benchParty},MARGIN,${margins[place]!}`
      write('0', 'MARGIN_HIGH', from, `"",${benchParty},GENERAL,${held}`)
    } else {
      held -= quantity
      write(`-${quantity}`, 'MAKER_FEE_PAY', `"",${benchParty},GENERAL,${held}`, `"",network,FEES_MAKER,${quantity}`)
    }
    if (text.length > 4_000_000 || row === rows - 1) {
      parts.push(Buffer.from(text))
      text = ''
    }
  }
  return Buffer.concat(parts)
}
