// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { Remote } from 'comlink'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LimiterPort } from '../../../../client/limiter-port.ts'
import { LedgerEngine, type LedgerOptions } from '../../../ledger/engine/ledger-engine.ts'
import {
  type AnswerFaults,
  fakeNode,
  header,
  inBand,
  type Movement,
  openLimiterPort,
  party,
  csvRowsOf,
} from '../../../../../tests/web/ledger.ts'
import type { WorkerClient } from '../../../ledger/engine/worker-client.ts'
import { ResultCard } from '../panels/result-card.tsx'
import { discardRun } from './deliver-file.ts'
import { isRunning, type Run, runStore, type saveRun } from './run-store.ts'
import { cancelRun, resumeRun, startRun } from './start-run.ts'

/** The engine of the tests runs in the page: happy-dom has no workers. */
const engineOptions = vi.hoisted(() => ({ limiter: undefined as LimiterPort | undefined, timeoutMs: 100 }))
vi.mock('../../../ledger/engine/worker-client.ts', () => ({
  startWorker: (_base: string, _task: string, options: Omit<LedgerOptions, 'limiter'>): WorkerClient => {
    const limiter = engineOptions.limiter ?? openLimiterPort()
    const engine = LedgerEngine.open({ ...options, limiter, timeoutMs: engineOptions.timeoutMs })
    return {
      opened: engine.then(() => undefined),
      call: async (request) => request((await engine) as unknown as Remote<LedgerEngine>),
      end: () => {},
    }
  },
}))
/** Steps of the event loop that storing a run takes, as a browser's database does. */
const storing = vi.hoisted(() => ({ turns: 0 }))
const turn = () => new Promise((resolve) => setImmediate(resolve))
vi.mock('./run-store.ts', async (importOriginal) => {
  const store = await importOriginal<{ saveRun: typeof saveRun }>()
  return {
    ...store,
    saveRun: async (id: string) => {
      for (let at = 0; at < storing.turns; at += 1) await turn()
      return store.saveRun(id)
    },
  }
})

const start = Date.UTC(2024, 2, 1, 10) * 1000
const movements = Array.from({ length: 9 }, (_, at): Movement => ({
  time: start + at * 2_000_000,
  entry: start + at * 2_000_000 + 1,
  quantity: 5n,
  type: 'TRANSFER_TYPE_WIN',
  kind: 'in',
}))
const rows = csvRowsOf(movements)
const whole = header + rows.join('')
/** Bytes up to the end of so many rows. */
const rowEnd = (count: number): number => (header + rows.slice(0, count).join('')).length
const message = (text: string): string =>
  `${JSON.stringify({ result: { contentType: 'text/csv', data: btoa(text), extensions: [] } })}\n`

let node: ReturnType<typeof fakeNode>
let delivered: { name: string; text: Promise<string> }[]

beforeEach(() => {
  node = fakeNode(movements)
  delivered = []
  engineOptions.limiter = undefined
  engineOptions.timeoutMs = 100
  storing.turns = 0
  vi.stubGlobal('fetch', node.fetch)
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set(`blob:test/${blobs.size}`, blob as Blob)
    return `blob:test/${blobs.size - 1}`
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) delivered.push({ name: this.download, text: blob.text() })
  })
})

afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  for (const { id } of runStore.all()) await discardRun(id)
  vi.unstubAllGlobals()
})

const ended = (id: string): Promise<Run> =>
  vi.waitFor(() => {
    const run = runStore.get(id)
    if (!run || isRunning(run)) throw new Error('still running')
    return run
  })

/** Exports from a node whose answers go wrong like this. */
async function exported(...faults: AnswerFaults[]): Promise<Run> {
  node.faults.push(...faults)
  const run = await startRun({ partyId: party })
  return ended(run?.id ?? '')
}

/** What the page shows of an ended run. */
function card(run: Run): { heading: string; text: string; buttons: string[] } {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      {run.outcome && <ResultCard run={run} outcome={run.outcome} />}
    </QueryClientProvider>,
  )
  return {
    heading: container.querySelector('h2')?.textContent ?? '',
    text: container.textContent ?? '',
    buttons: [...container.querySelectorAll('button')].map(({ textContent }) => textContent ?? ''),
  }
}

const refused = 'The service refused this export'
const nothing = 'Incomplete: it ended before the first row'
const detail = '260002 failed to export ledger entries: copying'
const status = (code: number, text: string): AnswerFaults => ({ status: code, text })
const lostAt = (at: number): AnswerFaults => ({ cut: { at, how: 'lost' } })
const endedAt = (at: number): AnswerFaults => ({ cut: { at, how: 'silent' } })
const errorAt = (at: number): AnswerFaults => ({ cut: { at, how: 'error' } })

test.each<[name: string, fault: AnswerFaults, heading: string, words: string]>([
  ['500 with details', status(500, inBand), refused, `Status 500, code 13. Internal error (${detail})`],
  ['500 in plain text', status(500, 'upstream away'), refused, 'Status 500. upstream away'],
  ['502 of a proxy, in HTML', status(502, '<html><h1>Bad gateway</h1></html>'), refused, 'Status 502. Bad gateway'],
  ['503', status(503, ''), refused, 'Status 503'],
  ['504', status(504, ''), refused, 'Status 504'],
  ['404', status(404, '{"code":5,"message":"Not Found","details":[]}'), refused, 'Status 404, code 5. Not Found'],
  ['400', status(400, '{"code":3,"message":"Bad","details":[]}'), refused, 'Status 400, code 3. Bad'],
  ['reset inside the header', lostAt(20), nothing, 'connection was lost'],
  ['reset behind the header', lostAt(header.length), nothing, 'connection was lost'],
  ['ended without a byte', endedAt(0), nothing, 'no header line'],
  ['ended inside the header', endedAt(30), nothing, 'no header line'],
  ['ended behind the header', endedAt(header.length), nothing, 'ended early without an error'],
  ['an error before the header', errorAt(0), nothing, detail],
  ['an error behind the header', errorAt(header.length), nothing, detail],
  ['an error as the only message', { text: inBand }, nothing, detail],
  ['a page of HTML', { text: '<!doctype html>\n<title>Sign in</title>\n' }, nothing, 'not a ledger export'],
  ['one line of text', { text: 'upstream away' }, nothing, 'no header line'],
  ['another CSV', { text: 'a,b\n1,2\n' }, nothing, 'not a ledger export'],
  ['a message of another kind', { text: '{"ledgerEntries":{"edges":[]}}' }, nothing, 'of an unknown kind'],
])('nothing is kept: %s', async (_, fault, heading, words) => {
  const run = await exported(fault)
  const shown = card(run)
  expect(shown.heading).toBe(heading)
  expect(shown.text).toContain(words)
  expect(shown.buttons).toContain('Try again')
  expect(shown.buttons.join()).not.toMatch(/Resume|Save what arrived/)
  expect(delivered).toEqual([])
})

test.each<[name: string, fault: AnswerFaults, rows: number, words: string]>([
  ['reset inside a row', lostAt(rowEnd(5) + 40), 5, 'connection was lost'],
  ['reset behind a row', lostAt(rowEnd(5)), 5, 'connection was lost'],
  ['reset at the last byte', lostAt(whole.length - 1), 8, 'connection was lost'],
  ['ended inside a row', endedAt(rowEnd(4) + 7), 4, 'The response ends in the middle of a row.'],
  ['ended behind a row, as if it were whole', endedAt(rowEnd(4)), 4, 'ended early without an error'],
  ['ended before the last line end', endedAt(whole.length - 1), 8, 'The response ends in the middle of a row.'],
  ['an error behind a row', errorAt(rowEnd(6)), 6, detail],
  ['an error behind half a row', errorAt(rowEnd(6) + 99), 6, detail],
  ['an error behind everything', errorAt(whole.length), 9, detail],
  ['half an error', { text: `${whole}{"error":{"code":13,"mess` }, 9, 'The response ends in the middle of a row.'],
  ['an error as the last message', { text: `${message(whole)}${inBand}` }, 9, detail],
  ['a message that is cut', { text: message(whole) + message(whole).slice(0, 90) }, 9, 'stream is incomplete'],
])('whole rows are kept, and resuming completes the file: %s', async (_, fault, count, words) => {
  const run = await exported(fault)
  const shown = card(run)
  expect(shown.heading).toBe(`Incomplete: cut after ${count} rows`)
  expect(shown.text).toContain(words)
  expect(shown.buttons.join()).toContain('Resume from')
  expect(delivered.map(({ name }) => name)).toEqual([expect.stringMatching(/\.incomplete\.csv$/)])
  expect(await delivered[0]?.text).toBe(whole.slice(0, rowEnd(count)))
  await resumeRun(run.id)
  const resumed = await ended(run.id)
  cleanup()
  expect(card(resumed).heading).toBe('Complete: 9 rows')
  expect(await delivered[1]?.text).toBe(whole)
})

test('rows of another shape cannot be resumed: the export can only start again', async () => {
  const run = await exported({ text: `${whole.slice(0, rowEnd(3))}1,2,3\n${rows.slice(3).join('')}` })
  const shown = card(run)
  expect(shown.text).toContain('Row 4 has 3 columns instead of 13.')
  expect(shown.buttons).toContain('Try again')
  expect(shown.buttons.join()).not.toContain('Resume')
})

test('a connection without bytes leaves whole rows, and resuming completes the file', async () => {
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(whole.slice(0, rowEnd(5) + 40))),
  })
  vi.stubGlobal('fetch', async () => new Response(stalled))
  const run = await exported()
  expect(card(run).text).toContain('No data arrived for 0 seconds.')
  vi.stubGlobal('fetch', node.fetch)
  await resumeRun(run.id)
  await ended(run.id)
  expect(await delivered.at(-1)?.text).toBe(whole)
})

test('cancelling an export whose node never answers keeps nothing', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  })
  const run = await startRun({ partyId: party })
  await vi.waitFor(() => expect(runStore.get(run?.id ?? '')?.working).toBe('receiving'))
  cancelRun(run?.id ?? '')
  const shown = card(await ended(run?.id ?? ''))
  expect(shown.heading).toBe('Cancelled: nothing was kept')
  expect(delivered).toEqual([])
})

test('an export that is cancelled while it starts sends no request afterwards, whichever step it was at', async () => {
  let requests = 0
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    requests += 1
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  })
  engineOptions.timeoutMs = 60_000
  storing.turns = 5
  const steps = 20
  for (let step = 0; step < steps; step += 1) {
    const run = await startRun({ partyId: party })
    for (let at = 0; at < step; at += 1) await turn()
    const sent = requests
    cancelRun(run?.id ?? '')
    expect((await ended(run?.id ?? '')).outcome, `step ${step}`).toBe('cancelled')
    expect(requests, `step ${step}`).toBe(sent)
  }
  // The last steps were after the request had left.
  expect(requests).toBeGreaterThan(0)
  expect(requests).toBeLessThan(steps)
})

test('an export from a node that has banned this address sends nothing, and is not called refused', async () => {
  engineOptions.limiter = {
    ...openLimiterPort(),
    acquire: async () => ({ kind: 'banned', message: 'banned', until: Date.now() + 60_000 }),
  }
  const run = await exported()
  const shown = card(run)
  expect(shown.heading).toBe('Could not load this export')
  expect(shown.text).toContain('The node has banned your IP')
  expect(shown.buttons).toContain('Try again')
  expect(node.requested).toEqual([])
})

test('an export that reached no node is not called refused by it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(card(await exported()).heading).toBe('Could not load this export')
})

test('a full disk is reported as such', async () => {
  const writable = {
    write: () => Promise.reject(new DOMException('no space left', 'QuotaExceededError')),
    close: async () => {},
    abort: async () => {},
  }
  const handle = { name: 'chosen.csv', createWritable: async () => writable, getFile: async () => new Blob([]) }
  vi.stubGlobal('showSaveFilePicker', async () => handle)
  const shown = card(await exported())
  expect(shown.heading).toMatch(/^Incomplete/)
  expect(shown.text).toContain('could not be written: no space left')
})
