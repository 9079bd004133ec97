import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import {
  fakeNode,
  firstMovementAt,
  header,
  inBand,
  movements,
  openLimiterPort,
  party,
  csvRowsOf,
} from '../../../../tests/web/ledger.ts'
import { LedgerEngine, type LedgerProgress } from './ledger-engine.ts'

const second = 1_000_000
const start = firstMovementAt
const url = 'http://node/api/v2/ledgerentry/export?partyId=p'
const query = { url, settledUntil: `${start / second + 8_640_000}000000000` }

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

afterEach(() => vi.unstubAllGlobals())

async function engineFor(node: ReturnType<typeof fakeNode>) {
  vi.stubGlobal('fetch', node.fetch)
  const limiter = openLimiterPort()
  const options = { limiter, onProgress: () => {}, timeoutMs: 200 }
  return { engine: await LedgerEngine.open({ ...options, party, sinks: { rows: true } }), limiter }
}

const bodyOf = (text: string): string[] => text.split('\n').slice(1, -1)

test('a whole answer: every row as it came, the hash of its bytes, and the question whether rows follow', async () => {
  const node = fakeNode(movements(90))
  const { engine, limiter } = await engineFor(node)
  const result = await engine.receive(query)
  expect(result).toMatchObject({ ending: 'whole', check: 'nothing', sha256: await sha256(node.whole) })
  expect(result.facts).toMatchObject({ rows: 90, bytes: node.whole.length, last: '2024-03-01 10:29:00+00' })
  expect(engine.rows.lines(0, 1000)).toEqual(bodyOf(node.whole))
  expect(await (await engine.rows.file({ gzip: false })).text()).toBe(node.whole)
  expect(limiter.passed).toEqual(['enter', 200, 'enter', 200])
})

test('an error behind the rows ends the statement incomplete, and reading on gives each row once', async () => {
  const node = fakeNode(movements(90))
  const { engine } = await engineFor(node)
  node.faults.push({ cut: { at: node.whole.indexOf(bodyOf(node.whole)[50]!) + 30, how: 'error' } })
  const cut = await engine.receive(query)
  expect(cut).toMatchObject({ ending: 'cut', facts: { rows: 50 }, error: { message: 'Internal error' } })
  const whole = await engine.receive(query)
  expect(whole).toMatchObject({ ending: 'whole', check: 'nothing', facts: { rows: 90 }, missing: 0 })
  expect(whole.sha256).toBe(await sha256(node.whole))
  expect(engine.rows.lines(0, 90)).toEqual(bodyOf(node.whole))
})

test.each([
  ['come with the first bytes that have some, before a busy worker can be asked for them', {}, true],
  ['do not come unasked while a filter chooses among them', { side: 'debit' }, false],
] as const)('the first rows %s', async (_, filter, comes) => {
  const node = fakeNode(movements(900))
  vi.spyOn(performance, 'now').mockReturnValue(0)
  vi.stubGlobal('setInterval', () => 0)
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      controller.enqueue(new TextEncoder().encode(node.whole))
      signal.addEventListener('abort', () => controller.error(signal.reason))
    }
    return new Response(new ReadableStream({ start }))
  })
  const seen: LedgerProgress[] = []
  const onProgress = (progress: LedgerProgress) => void seen.push(progress)
  const options = { party, sinks: { rows: true }, limiter: openLimiterPort(), onProgress }
  const engine = await LedgerEngine.open(options)
  engine.rows.filter(filter)
  const receiving = engine.receive(query)
  await vi.waitFor(() => expect(engine.rows.count).toBeGreaterThan(100))
  const begun = seen.flatMap((progress) => progress.begun ?? [])
  expect(begun).toEqual(bodyOf(node.whole).slice(0, begun.length))
  expect(begun.length >= 50).toBe(comes)
  engine.stop()
  await receiving
  vi.restoreAllMocks()
})

test('what the limiter holds back is not sent', async () => {
  const node = fakeNode(movements(3))
  vi.stubGlobal('fetch', node.fetch)
  const limit = { kind: 'banned' as const, message: 'banned', until: 5 }
  const limiter = { acquire: async () => limit, release: async () => undefined }
  const engine = await LedgerEngine.open({ party, sinks: { rows: true }, limiter, onProgress: () => {} })
  expect(await engine.receive(query)).toMatchObject({ ending: 'refused', limit })
  expect(node.requested).toEqual([])
})

const fileOf = (text: string) => new Blob([text])
const fileEngine = (owner?: string) =>
  LedgerEngine.open({
    party: owner,
    sinks: { rows: true },
    isChecked: true,
    limiter: openLimiterPort(),
    onProgress: () => {},
  })

test('a file is read like an answer, packed or not, and its rows say whose it is', async () => {
  const text = header + csvRowsOf(movements(9)).join('')
  for (const file of [fileOf(text), new Blob([new Uint8Array(gzipSync(text))])]) {
    const engine = await fileEngine()
    expect(await engine.readFile(file)).toMatchObject({
      ending: 'whole',
      party,
      facts: { rows: 9 },
      sha256: await sha256(text),
    })
    expect(engine.rows.summary()?.totals.accounts).toHaveLength(2)
  }
})

test.each([
  [
    'a column of the header is missing',
    header.replace(',effect', ''),
    'The header lacks the column effect. Open the original export.',
  ],
  [
    'it is another file',
    'a,b\n1,2\n',
    'Not a ledger export: it begins "a,b". Open a CSV file that the ledger export saved.',
  ],
  [
    'it ends in the middle of a row',
    header + csvRowsOf(movements(2)).join('').slice(0, -9),
    'The file ends in the middle of a row.',
  ],
  [
    'it is a ZIP archive or a workbook',
    'PK\u0003\u0004rest',
    'The file could not be read: it is a ZIP archive or a workbook; unpack it or save it as CSV.',
  ],
  ...[',', ';'].map((delimiter) => [
    `its amounts are shifted for a spreadsheet, with ${delimiter} between columns`,
    `\uFEFF${header.trim()},asset_symbol,asset_decimals\n${csvRowsOf(movements(2)).join('')}`.replaceAll(
      ',',
      delimiter,
    ),
    'The file could not be read: it is the spreadsheet form, whose amounts are shifted; open the original CSV.',
  ]),
  ['the node had appended an error', header + csvRowsOf(movements(2)).join('') + inBand, 'Internal error'],
])('a file is called incomplete when %s', async (_, text, message) => {
  const result = await (await fileEngine()).readFile(fileOf(text))
  expect(result).toMatchObject({ ending: 'cut', error: { message } })
})

test('a row with too few columns is a flaw, and is not shown', async () => {
  const [first = '', second = ''] = csvRowsOf(movements(2))
  const engine = await fileEngine()
  const result = await engine.readFile(fileOf(`${header}${first}1,2\n${second}`))
  expect(result.facts.flaw).toBe('Row 2 has 2 columns instead of 13.')
  expect(engine.rows.lines(0, 9)).toEqual([first.trim(), second.trim()])
})

test('filters, searches and the file of the shown rows agree', async () => {
  const { engine } = await engineFor(fakeNode(movements(90)))
  await engine.receive(query)
  expect(engine.rows.filter({ side: 'credit' })).toBe(15)
  expect((await (await engine.rows.file({ gzip: false })).text()).trimEnd().split('\n')).toHaveLength(16)
  expect(await engine.rows.find({ words: '10:06:00', zone: 'utc', decimals: {} })).toBe(0)
  expect(await engine.rows.find({ words: '10:07:00', zone: 'utc', decimals: {} })).toBe(1)
  expect(engine.rows.lines(engine.rows.foundAt(0)!, engine.rows.foundAt(0)! + 1)[0]).toContain('10:07:00')
  expect(engine.rows.choices()).toMatchObject({ types: ['TRANSFER_TYPE_MTM_WIN'], markets: ['a1'.repeat(32)] })
})

test('rows in no order, and a row whose time cannot be read, leave a stretch that can be drawn', async () => {
  const rows = csvRowsOf(movements(9)).toReversed()
  const engine = await fileEngine(party)
  await engine.readFile(fileOf(header + rows.join('') + rows[0]?.replace(/^[^,]*/, 'no time')))
  expect(engine.rows.summary()?.whole).toEqual({ start, end: start + 120 * second + 1, steps: 480 })
  expect(engine.rows.summary()?.totals.accounts.map(({ movements: count }) => count)).toEqual([6, 6])
  const alone = await fileEngine(party)
  await alone.readFile(fileOf(`${header}${rows[0]?.replace(/^[^,]*/, 'no time')}`))
  expect(alone.rows.summary()).toMatchObject({ curves: [], totals: { accounts: [{ unread: 1 }, { unread: 1 }] } })
})
