import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import {
  LedgerEngine,
  type LedgerOptions,
  type LedgerProgress,
  type LedgerQuery,
  type LedgerResult,
} from './ledger-engine.ts'
import { RowStore } from '../store/row-store.ts'
import type { Sinks } from './ledger.ts'
import {
  type AnswerFaults,
  fakeNode,
  firstMovementAt,
  header,
  movements,
  openLimiterPort,
  party,
} from '../../../../tests/web/ledger.ts'

const second = 1_000_000
const start = firstMovementAt
const day = 86_400

const ns = (seconds: number): string => `${seconds}000000000`
const from = start / second
const address = 'http://node/api/v2/ledgerentry/export?partyId=p'
const settledUntil = ns(from + 100 * day)
/** The browser's own hash as the oracle: it takes a whole file at once. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

afterEach(() => vi.unstubAllGlobals())

type File = NonNullable<Sinks['file']>

/** An engine that writes an export. */
const exportInto = (file: File, options: Partial<LedgerOptions> = {}) =>
  LedgerEngine.open({
    party,
    sinks: { file, sums: true },
    limiter: openLimiterPort(),
    onProgress: () => {},
    timeoutMs: 200,
    ...options,
  })
const reopened = (blob: Blob, finished?: File['finished']) =>
  exportInto({ target: { kind: 'memory', blob }, resumed: true, finished })
const changedWords = 'The file has changed since this export stopped. Start a new one.'

async function engineFor(node: ReturnType<typeof fakeNode>, onProgress: (progress: LedgerProgress) => void = () => {}) {
  vi.stubGlobal('fetch', node.fetch)
  const limiter = openLimiterPort()
  const engine = await exportInto({ target: { kind: 'memory' } }, { limiter, onProgress })
  const text = async (): Promise<string> => (await engine.file()).text()
  const ask = (query: Partial<LedgerQuery> = {}): Promise<LedgerResult> =>
    engine.receive({ url: address, settledUntil, ...query })
  return { engine, limiter, text, ask }
}

test('a whole answer: bytes, hash, facts, and the question whether rows follow', async () => {
  const node = fakeNode(movements(90))
  const { ask, text } = await engineFor(node)
  const result = await ask()
  expect(await text()).toBe(node.whole)
  expect(result).toMatchObject({
    ending: 'whole',
    check: 'nothing',
    sha256: await sha256(node.whole),
    facts: {
      bytes: node.whole.length,
      rows: 90,
      first: '2024-03-01 10:00:00+00',
      last: '2024-03-01 10:29:00+00',
      flaw: undefined,
    },
  })
  expect(result.preview).toHaveLength(90)
  expect(node.requested).toHaveLength(2)
  const check = new URL(node.requested[1]!).searchParams
  expect(check.get('dateRange.startTimestamp')).toBe(ns(from + 29 * 60))
  expect(check.get('dateRange.endTimestamp')).toBe(settledUntil)
})

test('an answer that was cut after a whole row, as if it were complete, is detected', async () => {
  const node = fakeNode(movements(90))
  const at = node.whole
    .split(/(?<=\n)/)
    .slice(0, 41)
    .join('').length
  node.faults.push({ cut: { at, how: 'silent' } })
  const { ask } = await engineFor(node)
  expect(await ask()).toMatchObject({ ending: 'whole', check: 'more', facts: { rows: 40, flaw: undefined } })
})

test('an answer that was cut after its header is detected too', async () => {
  const node = fakeNode(movements(9))
  node.faults.push({ cut: { at: header.length, how: 'silent' } })
  const { ask } = await engineFor(node)
  expect(await ask()).toMatchObject({ ending: 'whole', check: 'more', facts: { rows: 0 } })
})

test('a node that does not answer the last question leaves the end unchecked', async () => {
  const node = fakeNode(movements(9))
  node.faults.push({}, { status: 503, text: 'away' })
  const { ask } = await engineFor(node)
  expect(await ask()).toMatchObject({ ending: 'whole', check: 'unchecked', checkError: { message: 'away' } })
})

test('a node that changed its last rows between two questions gives no complete file', async () => {
  const node = fakeNode(movements(9))
  node.faults.push({}, { text: header })
  const { ask } = await engineFor(node)
  expect(await ask()).toMatchObject({ ending: 'whole', check: 'changed' })
})

test('an export that was resumed is not named after its last piece', async () => {
  const node = fakeNode(movements(90))
  node.faults.push({ cut: { at: node.whole.length / 2, how: 'lost' } })
  const { ask } = await engineFor(node)
  expect(await ask()).toMatchObject({ ending: 'cut', fileName: 'ledger_entries_p_all.csv' })
  expect(await ask()).toMatchObject({ ending: 'whole', facts: { rows: 90 }, fileName: undefined })
})

test('an empty range is a file with a header', async () => {
  const node = fakeNode([])
  const { ask, text } = await engineFor(node)
  expect(await ask()).toMatchObject({ ending: 'whole', check: 'nothing', facts: { rows: 0 } })
  expect(await text()).toBe(header)
})

const faults: fc.Arbitrary<AnswerFaults> = fc.record({
  cut: fc.record({ at: fc.nat({ max: 40_000 }), how: fc.constantFrom('lost', 'silent', 'error') }),
})

test('however often and wherever it is cut, resuming gives the same file as an export that was not cut', async () => {
  const node = fakeNode(movements(90))
  await fc.assert(
    fc.asyncProperty(fc.array(faults, { maxLength: 4 }), fc.boolean(), async (failing, reload) => {
      node.faults.splice(0, node.faults.length, ...failing)
      let { engine } = await engineFor(node)
      const ask = () => engine.receive({ url: address, settledUntil })
      let result = await ask()
      for (let tries = 0; tries < 12 && !(result.ending === 'whole' && result.check === 'nothing'); tries++) {
        if (reload) {
          // Another visit: all that is left is the file.
          engine = await reopened(await engine.file())
        }
        result = await ask()
      }
      expect(result).toMatchObject({
        check: 'nothing',
        sha256: await sha256(node.whole),
        facts: { rows: 90, flaw: undefined },
      })
      expect(result.totals.accounts.every(({ breaks }) => breaks === 0)).toBe(true)
      expect(await (await engine.file()).text()).toBe(node.whole)
    }),
    { numRuns: 60 },
  )
})

test('a file that was changed between two visits is not resumed', async () => {
  const node = fakeNode(movements(30))
  const { engine, ask } = await engineFor(node)
  const { facts, sha256 } = await ask()
  const expected = { bytes: facts.bytes, sha256 }
  const file = await engine.file()
  expect(await (await reopened(file, expected)).check({ url: address, settledUntil })).toMatchObject({
    check: 'nothing',
  })
  const changed = new Blob([(await file.text()).replace('GENERAL', 'general')])
  await expect(reopened(changed, expected)).rejects.toThrow(changedWords)
  await expect(reopened(file.slice(0, -1), expected)).rejects.toThrow(changedWords)
})

test('a file that ends inside a row is read up to the row before', async () => {
  const node = fakeNode(movements(30))
  vi.stubGlobal('fetch', node.fetch)
  const engine = await reopened(new Blob([node.whole.slice(0, -30)]))
  expect(await engine.receive({ url: address, settledUntil })).toMatchObject({
    check: 'nothing',
    facts: { rows: 30, flaw: undefined },
    sha256: await sha256(node.whole),
  })
  expect(await (await engine.file()).text()).toBe(node.whole)
})

test('a row of another shape is a flaw', async () => {
  const node = fakeNode(movements(3))
  node.faults.push({ text: `${node.whole}1,2,3\n` })
  const { ask } = await engineFor(node)
  expect(await ask()).toMatchObject({ ending: 'whole', facts: { flaw: 'Row 4 has 3 columns instead of 13.' } })
})

test('stopping keeps whole rows and is reported', async () => {
  const node = fakeNode(movements(9))
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`${node.whole}2024-`))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
  let bytes = 0
  const onProgress = ({ received }: LedgerProgress): void => void (bytes = received)
  const engine = await exportInto({ target: { kind: 'memory' } }, { onProgress, timeoutMs: 60_000 })
  const receiving = engine.receive({ url: address, settledUntil })
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(node.whole.length))
  engine.stop()
  expect(await receiving).toMatchObject({ ending: 'stopped', facts: { rows: 9, flaw: undefined } })
  expect(await (await engine.file()).text()).toBe(node.whole)
})

test('the figures of a running export move with its bytes, though no timer of a busy browser fires', async () => {
  const node = fakeNode(movements(40))
  const lines = node.whole.split(/(?<=\n)/)
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('setInterval', () => 0)
  vi.stubGlobal('fetch', async () => {
    const rest = [...lines]
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      now += 100
      const line = rest.shift()
      if (line === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(line))
    }
    return new Response(new ReadableStream({ pull }))
  })
  const seen: number[] = []
  const onProgress = ({ received }: LedgerProgress): void => void seen.push(received)
  const engine = await exportInto({ target: { kind: 'memory' } }, { onProgress, timeoutMs: 60_000 })
  await engine.receive({ url: address, settledUntil })
  vi.restoreAllMocks()
  expect(new Set(seen).size).toBeGreaterThan(10)
  // Five a second at most, and one at the end.
  expect(seen.length).toBeLessThanOrEqual(now / 200 + 2)
})

test('every question passes the rate limiter: the export, and the one whether rows follow', async () => {
  const { ask, limiter } = await engineFor(fakeNode(movements(9)))
  await ask()
  expect(limiter.passed).toEqual(['enter', 200, 'enter', 200])
})

test('a pause of the rate limiter is waited out and told, and is no refusal: of the export, and of its last request', async () => {
  const node = fakeNode(movements(9))
  const reports: LedgerProgress[] = []
  const { ask, limiter } = await engineFor(node, (progress) => reports.push(progress))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
  const until = Date.now() + 60_000
  let turns = 0
  limiter.acquire = async () => {
    turns += 1
    return turns === 2 || turns === 4
      ? undefined
      : { kind: 'limited', message: 'the node asked for a pause', until: turns === 1 ? until : Date.now() + 1000 }
  }
  const asked = ask()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(reports.at(-1)?.pausedUntil).toBe(until)
  expect(node.requested).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await asked).toMatchObject({ ending: 'whole', check: 'nothing' })
  expect(reports.at(-1)?.pausedUntil).toBeUndefined()
  expect(node.requested).toHaveLength(2)
  vi.useRealTimers()
})

test('a pause of the rate limiter ends when the export is stopped', async () => {
  const { engine, ask, limiter } = await engineFor(fakeNode(movements(9)))
  limiter.acquire = async () => ({ kind: 'limited', message: 'the node asked for a pause', until: Date.now() + 60_000 })
  const asked = ask()
  await new Promise((resolve) => setImmediate(resolve))
  engine.stop()
  expect((await asked).ending).toBe('stopped')
})

test('an end that was unchecked can be checked later, and rows that follow are then received', async () => {
  const node = fakeNode(movements(90))
  const { engine, ask, text } = await engineFor(node)
  const at = node.whole
    .split(/(?<=\n)/)
    .slice(0, 11)
    .join('').length
  node.faults.push({ cut: { at, how: 'silent' } }, { status: 503, text: 'away' }, { status: 503, text: 'away' })
  expect((await ask()).check).toBe('unchecked')
  const query = { url: address, settledUntil }
  expect(await engine.check(query)).toMatchObject({ check: 'unchecked', checkError: { message: 'away' } })
  expect(await engine.check(query)).toMatchObject({ check: 'more' })
  expect(await ask()).toMatchObject({ check: 'nothing', facts: { rows: 90 } })
  expect(await engine.check(query)).toMatchObject({ check: 'nothing' })
  expect(await text()).toBe(node.whole)
})

test('a policy that forbids WebAssembly leaves the export without a hash, and never with a wrong one', async () => {
  const blocked = (): Promise<never> => Promise.reject(new Error('blocked'))
  vi.stubGlobal('WebAssembly', { compile: blocked, instantiate: blocked })
  const node = fakeNode(movements(9))
  const reports: LedgerProgress[] = []
  const { engine, ask } = await engineFor(node, (progress) => reports.push(progress))
  const { sha256, check, facts } = await ask()
  expect([sha256, check]).toEqual([undefined, 'nothing'])
  expect(reports.map(({ hashed }) => hashed)).not.toContain(true)
  expect(reports.length).toBeGreaterThan(0)
  const file = await engine.file()
  await reopened(file, { bytes: facts.bytes, sha256 })
  await expect(reopened(file, { bytes: facts.bytes - 1, sha256 })).rejects.toThrow(changedWords)
})

test('cancelling the check for further rows leaves the end unchecked', async () => {
  const node = fakeNode(movements(9))
  const { engine, ask, limiter } = await engineFor(node)
  let turns = 0
  limiter.acquire = async () => {
    turns += 1
    if (turns === 2) engine.stop()
    return undefined
  }
  const { check, checkError } = await ask()
  expect([check, checkError?.message]).toEqual(['unchecked', 'The check for further rows was stopped.'])
})

const oddCell = fc.record({
  row: fc.nat({ max: 29 }),
  column: fc.constantFrom(0, 1, 2, 3, 8, 12),
  text: fc.constantFrom('', '0', '7', '-7', '+7', '1e3', 'soon', '""', '9'.repeat(300)),
})

test('the totals of an export and of its statement agree to the digit, also where cells cannot be read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(oddCell, { maxLength: 3 }), async (changes) => {
      const lines = fakeNode(movements(30)).whole.split('\n').slice(1, -1)
      const rows = lines.map((line) => line.split(','))
      for (const { row, column, text } of changes) rows[row]![column] = text
      const file = header + rows.map((cells) => `${cells.join(',')}\n`).join('')
      vi.stubGlobal('fetch', async () => new Response(file))
      const options = { party, limiter: openLimiterPort(), onProgress: () => {} }
      const exporting = await LedgerEngine.open({ ...options, sinks: { sums: true } })
      const { totals } = await exporting.receive({ url: address })
      const statement = await LedgerEngine.open({ ...options, sinks: { rows: true } })
      await statement.receive({ url: address })
      expect(totals.rows).toBe(30)
      expect(statement.rows.summary()?.totals).toEqual(totals)
    }),
  )
})

test('an export keeps no rows but the first 500, whatever its size', async () => {
  const kept = vi.spyOn(RowStore.prototype, 'add')
  const node = fakeNode(movements(1200))
  const { ask } = await engineFor(node)
  const { facts, preview } = await ask()
  expect([facts.rows, preview.length, kept.mock.calls.length]).toEqual([1200, 500, 0])
  const options = { party, limiter: openLimiterPort(), onProgress: () => {} }
  const statement = await LedgerEngine.open({ ...options, sinks: { rows: true } })
  await statement.receive({ url: address })
  expect(kept).toHaveBeenCalledTimes(1200)
  kept.mockRestore()
})
