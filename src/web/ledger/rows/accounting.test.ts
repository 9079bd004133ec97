import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { add, compare, shiftDecimals, subtract, trimZeros } from '../../format/amount.ts'
import { asset, header, party } from '../../../../tests/web/ledger.ts'
import { type Layout, layoutNames, layouts } from './accounting.ts'
import { fieldsOf } from './csv-scanner.ts'
import { converted } from './csv-for-spreadsheets.ts'

const market = 'a1'.repeat(32)
const other = 'b2'.repeat(32)
const assets = { [asset]: { symbol: 'USDT', decimals: 6 } }
const markets = { [market]: 'BTC/USDT' }

const at = (seconds: number): string => `2024-03-01 10:00:${String(seconds).padStart(2, '0')}.123456+00`
const general = `"",${party},GENERAL,1`
const margin = `${market},${party},MARGIN,1`
const credit = (type: string, quantity: string, from: string, seconds = 0): string =>
  `${at(seconds)},${quantity},${quantity},TRANSFER_TYPE_${type},${asset},${from},0,${margin}\n`
const debit = (type: string, quantity: string, to: string, seconds = 0): string =>
  `${at(seconds)},${quantity},-${quantity},TRANSFER_TYPE_${type},${asset},${margin},${to},0\n`
const own = `${at(9)},5,0,TRANSFER_TYPE_MARGIN_LOW,${asset},${general},${margin}\n`
const settlement = `${market},network,SETTLEMENT`

async function file(rows: readonly string[], layout: Layout, known = assets): Promise<string> {
  const source = new Blob([header, ...rows]).stream()
  return new Response(converted(source, { accounting: { layout, assets: known, markets }, gzip: false })).text()
}

const year = [
  credit('WIN', '1500000', settlement),
  own,
  debit('PERPETUALS_FUNDING_LOSS', '250001', settlement, 10),
  debit('MAKER_FEE_PAY', '1', `${market},network,FEES_MAKER`, 11),
  credit('REWARD_PAYOUT', '123456789012345678901234567890', '"",network,NETWORK_TREASURY', 12),
  debit('TRANSFER_FUNDS_SEND', '7000000', `"",${other},GENERAL`, 13),
]
const big = '123456789012345678901234.56789'

test.each<[Layout, string[]]>([
  [
    'general',
    [
      'date_utc,type,received_amount,received_asset,sent_amount,sent_asset,fee_amount,fee_asset,counterparty,market,label,entry_id,asset_id,market_id',
      `2024-03-01T10:00:00.123456Z,Win,1.5,USDT,,,,,network SETTLEMENT,BTC/USDT,Trading,ID,${asset},${market}`,
      `2024-03-01T10:00:10.123456Z,Perpetuals funding loss,,,0.250001,USDT,,,network SETTLEMENT,BTC/USDT,Funding,ID,${asset},${market}`,
      `2024-03-01T10:00:11.123456Z,Maker fee pay,,,,,0.000001,USDT,network FEES_MAKER,BTC/USDT,Fees,ID,${asset},${market}`,
      `2024-03-01T10:00:12.123456Z,Reward payout,${big},USDT,,,,,network NETWORK_TREASURY,BTC/USDT,Rewards,ID,${asset},${market}`,
      `2024-03-01T10:00:13.123456Z,Transfer funds send,,,7,USDT,,,${other},BTC/USDT,Transfers,ID,${asset},${market}`,
    ],
  ],
  [
    'koinly',
    [
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
      '2024-03-01 10:00:00 UTC,,,1.5,USDT,,,,,realized gain,"Win, BTC/USDT, network SETTLEMENT",ID',
      '2024-03-01 10:00:10 UTC,0.250001,USDT,,,,,,,realized gain,"Perpetuals funding loss, BTC/USDT, network SETTLEMENT",ID',
      '2024-03-01 10:00:11 UTC,0.000001,USDT,,,,,,,cost,"Maker fee pay, BTC/USDT, network FEES_MAKER",ID',
      `2024-03-01 10:00:12 UTC,,,${big},USDT,,,,,reward,"Reward payout, BTC/USDT, network NETWORK_TREASURY",ID`,
      `2024-03-01 10:00:13 UTC,7,USDT,,,,,,,,"Transfer funds send, BTC/USDT, ${other}",ID`,
    ],
  ],
  [
    'cointracking',
    [
      'Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,Trade-Group,Comment,Date,Tx-ID',
      'Derivatives / Futures Profit,1.5,USDT,,,,,Vega,Trading,"Win, BTC/USDT, network SETTLEMENT",2024-03-01 10:00:00,ID',
      'Derivatives / Futures Loss,,,0.250001,USDT,,,Vega,Funding,"Perpetuals funding loss, BTC/USDT, network SETTLEMENT",2024-03-01 10:00:10,ID',
      'Other Fee,,,0.000001,USDT,,,Vega,Fees,"Maker fee pay, BTC/USDT, network FEES_MAKER",2024-03-01 10:00:11,ID',
      `Reward / Bonus,${big},USDT,,,,,Vega,Rewards,"Reward payout, BTC/USDT, network NETWORK_TREASURY",2024-03-01 10:00:12,ID`,
      `Withdrawal,,,7,USDT,,,Vega,Transfers,"Transfer funds send, BTC/USDT, ${other}",2024-03-01 10:00:13,ID`,
    ],
  ],
  [
    'cointracker',
    [
      'Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag',
      '03/01/2024 10:00:00,1.5,USDT,,,,,margin gain',
      '03/01/2024 10:00:10,,,0.250001,USDT,,,margin loss',
      '03/01/2024 10:00:11,,,0.000001,USDT,,,margin fee',
      `03/01/2024 10:00:12,${big},USDT,,,,,`,
      '03/01/2024 10:00:13,,,7,USDT,,,',
    ],
  ],
  [
    'zenledger',
    [
      'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based',
      '03/01/2024 10:00:00,Receive,1.5,USDT,,,,,Vega,No',
      '03/01/2024 10:00:10,Send,,,0.250001,USDT,,,Vega,No',
      '03/01/2024 10:00:11,Send,,,0.000001,USDT,,,Vega,No',
      `03/01/2024 10:00:12,Receive,${big},USDT,,,,,Vega,No`,
      '03/01/2024 10:00:13,Send,,,7,USDT,,,Vega,No',
    ],
  ],
])('the columns and values of %s', async (layout, lines) => {
  const text = await file(year, layout)
  const plain = text.replaceAll(/20240301T1000\d\d\.123456Z-[\da-f]{8}/g, 'ID')
  expect(plain.trimEnd().split('\n')).toEqual(lines)
})

test('every layout has its test', () => {
  expect(layoutNames).toEqual(['general', 'koinly', 'cointracking', 'cointracker', 'zenledger'])
})

const idsOf = async (rows: readonly string[]): Promise<string[]> =>
  (await file(rows, 'general'))
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').at(-3) ?? '')

test('ids differ within a file, and an entry has the same one in a file of fewer entries', async () => {
  const twins = [year[0]!, year[0]!, ...year.slice(1)]
  const ids = await idsOf(twins)
  expect(new Set(ids).size).toBe(ids.length)
  expect(await idsOf(year.slice(3))).toEqual(ids.slice(3))
})

test('a file of accounts is refused where something would be missing or wrong in it', async () => {
  const unreadable = `${at(0)},5,6,TRANSFER_TYPE_WIN,${asset},${settlement},0,${margin}\n`
  await expect(file([...year, unreadable], 'koinly')).rejects.toThrow('Row 7 has an amount or a time')
  await expect(file([year[0]!.replace('2024-03', 'soon')], 'general')).rejects.toThrow('Row 1')
  await expect(file(year, 'general', {})).rejects.toThrow(`The decimals of asset ${asset} are not known`)
})

test('no text of the network runs as a formula', async () => {
  for (const symbol of ['=1+1', '+A1', '-2+3', '@SUM(1)', '\t=1', '\r=1']) {
    for (const layout of layoutNames) {
      const text = await file([credit('WIN', '5', settlement)], layout, { [asset]: { symbol, decimals: 0 } })
      expect(text).toContain(`'${symbol}`)
    }
  }
})

const movement = fc.record({
  isIn: fc.boolean(),
  type: fc.constantFrom('WIN', 'LOSS', 'MAKER_FEE_PAY', 'PERPETUALS_FUNDING_WIN', 'DEPOSIT', 'SPOT', 'UNHEARD_OF'),
  quantity: fc.bigInt({ min: 0n, max: 10n ** 31n }).map(String),
  seconds: fc.nat(59),
})

const columnOf = (names: readonly string[], cells: readonly string[], name: RegExp): string =>
  cells[names.findIndex((one) => name.test(one))] || '0'

test('what came in less what went out is the change of the party, in every layout', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { maxLength: 20 }), fc.constantFrom(...layoutNames), async (rows, layout) => {
      const lines = rows.map(({ isIn, type, quantity, seconds }) =>
        (isIn ? credit : debit)(type, quantity, settlement, seconds).replace(',-0,', ',0,'),
      )
      const text = (await file(lines, layout)).replaceAll(/"[^"]*"/g, 'text')
      const [head = '', ...body] = text.trimEnd().split('\n')
      const names = head.split(',')
      let sum = '0'
      for (const line of body) {
        const cells = line.split(',')
        sum = add(sum, columnOf(names, cells, /^(received|buy|in)[ _](amount|quantity)/i))
        sum = subtract(sum, columnOf(names, cells, /^(sent|sell|out)[ _](amount|quantity)/i))
        sum = subtract(sum, columnOf(names, cells, /^fee(?:[ _]amount)?$/i))
      }
      const change = rows.reduce((sum, { isIn, quantity }) => sum + (isIn ? BigInt(quantity) : -BigInt(quantity)), 0n)
      expect(compare(sum, shiftDecimals(String(change), 6))).toBe(0)
    }),
  )
})

const folder = mkdtempSync(join(tmpdir(), 'lyra-accounts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function has(program: string, args: readonly string[] = ['--version']): boolean {
  try {
    return execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'] }).length >= 0
  } catch {
    return false
  }
}
const python = (module: string): boolean => has('python3', ['-c', `import ${module}`])
const path = join(folder, 'year.csv')

/** What received, sent and fees of the file must add up to. */
const expected = ['123456789012345678901236.06789', '7.250001', '0.000001']

test.skipIf(!has('sqlite3'))(
  'sqlite3 opens the file and adds it up to the digit (skipped without sqlite3)',
  async () => {
    writeFileSync(path, await file(year, 'general'))
    const sums = ['received', 'sent', 'fee'].map((name) => `decimal_sum(nullif(${name}_amount, ''))`).join(', ')
    const out = execFileSync('sqlite3', [
      '-csv',
      ':memory:',
      '-cmd',
      `.import ${path} year`,
      `select ${sums} from year`,
    ])
    expect(out.toString().trim().split(',').map(trimZeros)).toEqual(expected)
  },
)

const docs = readFileSync('docs/guides/close-the-year.md', 'utf8')
/** The line of the guide that begins with a program. */
const lineOf = (program: string): string => docs.split('\n').find((line) => line.startsWith(`${program} `)) ?? ''
const run = (program: string, ...args: string[]): string => execFileSync(program, args, { cwd: folder }).toString()

const postgres = process.env['LYRA_TEST_POSTGRES']
const inDuckDb = 'import duckdb, sys; print(*(f"{asset} {sum}" for asset, sum in duckdb.sql(sys.argv[1]).fetchall()))'

const lines: readonly (readonly [program: string, isThere: boolean, opened: () => string])[] = [
  ['sqlite3', has('sqlite3'), () => run('sh', '-c', lineOf('sqlite3'))],
  ['pandas', python('pandas'), () => run('sh', '-c', lineOf('python3'))],
  [
    'psql',
    postgres !== undefined && has('psql'),
    () => run('sh', '-c', lineOf('psql').replace('psql', `psql '${postgres}' -At`)),
  ],
  [
    'DuckDB',
    python('duckdb'),
    () => run('python3', '-c', inDuckDb, /^duckdb -c "([^"]*)"/.exec(lineOf('duckdb'))?.[1] ?? ''),
  ],
]
for (const [program, isThere, opened] of lines)
  test.skipIf(!isThere)(
    `the guide's line for ${program} keeps every digit of a year (skipped without it)`,
    async () => {
      writeFileSync(path, await file(year, 'general'))
      expect(opened()).toMatch(/(?:^|[| ])123456789012345678901236\.06789(?:0?\b|$)/m)
    },
  )

test.skipIf(!has('soffice'))(
  'LibreOffice keeps every digit of an accounting file and of a CSV for spreadsheets (skipped without soffice)',
  { timeout: 120_000 },
  async () => {
    const spreadsheet = { assets, delimiter: ',', mark: true } as const
    const csv = converted(new Blob([header, ...year]).stream(), { spreadsheet, gzip: false })
    writeFileSync(path, await file(year, 'general'))
    writeFileSync(join(folder, 'sheet.csv'), await new Response(csv).text())
    const options = `-env:UserInstallation=file://${folder}/office --headless --convert-to csv --outdir saved`
    // The third column of the second file, which the filter takes as text, is left out.
    run(
      'sh',
      '-c',
      lineOf('soffice').replace('soffice', `soffice ${options}`).replace('year.csv', 'year.csv sheet.csv'),
    )
    const sumOf = (name: string, column: string): string => {
      const lines = readFileSync(join(folder, 'saved', name), 'utf8')
        .trimEnd()
        .split('\n')
      const [head = [], ...rows] = lines.map((line) => fieldsOf(line))
      const amounts = rows.map((cells) => cells[head.indexOf(column)]?.replace(/^'/, '') ?? '')
      return trimZeros(amounts.reduce((sum, amount) => add(sum, amount || '0'), '0'))
    }
    expect(sumOf('year.csv', 'received_amount')).toBe(expected[0])
    expect(sumOf('sheet.csv', 'quantity')).toBe('123456789012345678901243.317897')
  },
)

const rules = docs.slice(docs.indexOf('skip 1'), docs.lastIndexOf('```'))

test.skipIf(!has('hledger'))(
  'hledger opens the file and adds it up to the digit (skipped without hledger)',
  async () => {
    writeFileSync(path, await file(year, 'general'))
    writeFileSync(`${path}.rules`, rules)
    const balance = execFileSync('hledger', [
      '-f',
      path,
      'balance',
      'assets',
      '-N',
      '--commodity-style',
      '1000.000000 "USDT"',
    ])
    expect(balance.toString()).toContain('123456789012345678901228.817888 USDT')
  },
)

test('the columns of programs have no duplicates', () => {
  for (const { columns } of Object.values(layouts))
    expect(new Set(columns.map(([name]) => name)).size).toBe(columns.length)
})
