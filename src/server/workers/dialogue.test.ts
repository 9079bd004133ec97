import { expect, test, vi } from 'vitest'
import { Fault, ForeignFault, busy } from '../error.ts'
import { ConnectionQueue, type Turns } from '../store/drivers/connection-queue.ts'
import { untilAborted } from '../until-aborted.ts'
import { type Answers, Dialogue } from './dialogue.ts'
import { ExportTurns, primaryAnswers } from './primary-answers.ts'
import type { ToPrimary, ToWorker } from './questions.ts'
import { type WithPrimary, sharedExports } from './worker-parts.ts'

interface Sums {
  add: (numbers: number[]) => number
}
interface None {
  unused?: () => null
}

/** Two dialogues whose messages pass through JSON, one at a time, as between processes. */
function pair<Mine extends object, Theirs extends object>(
  mine: (send: (message: object) => void) => Mine & { received: (message: unknown) => void },
  theirs: (send: (message: object) => void) => Theirs & { received: (message: unknown) => void },
): [Mine, Theirs] {
  const later = (to: () => { received: (message: unknown) => void }) => (message: object) => {
    const text = JSON.stringify(message)
    setImmediate(() => to().received(JSON.parse(text)))
  }
  const one = mine(later(() => other))
  const other = theirs(later(() => one))
  return [one, other]
}

const asking = (add: Answers<Sums>['add']) =>
  pair(
    (send) => new Dialogue<Sums, None>(send, {}),
    (send) => new Dialogue<None, Sums>(send, { add }),
  )[0]

test('responses are matched to requests in any order', async () => {
  const waits: (() => void)[] = []
  const dialogue = asking(async (numbers) => {
    await new Promise<void>((resolve) => waits.push(resolve))
    return numbers.reduce((sum, each) => sum + each, 0)
  })
  const sums = [dialogue.ask('add', [1, 2]), dialogue.ask('add', [3, 4]), dialogue.ask('add', [5])]
  await vi.waitUntil(() => waits.length === 3)
  for (const wait of waits.toReversed()) wait()
  expect(await Promise.all(sums)).toEqual([3, 7, 5])
})

test.each([
  busy('The core node'),
  new Fault(3, { code: 10_000, message: 'bad', inner: 'row 7' }),
  new ForeignFault(403, '{"code":7}', { 'Retry-After': '30' }),
])('a failure arrives as what it is: %s', async (failure) => {
  const dialogue = asking(() => Promise.reject(failure))
  const received: unknown = await dialogue.ask('add', []).catch((error: unknown) => error)
  expect(received).toBeInstanceOf(failure.constructor)
  expect(JSON.stringify(received)).toBe(JSON.stringify(failure))
  expect((received as Fault).body()).toEqual(failure.body())
  expect((received as Fault).retryAfter).toBe(failure.retryAfter)
})

test('an abort reaches the one that answers', async () => {
  const aborted = vi.fn<() => void>()
  const abort = new AbortController()
  const dialogue = asking(async (_, signal) => {
    await untilAborted(new Promise(() => {}), signal).catch(aborted)
    return 0
  })
  const answer = dialogue.ask('add', [], abort.signal)
  setImmediate(() => abort.abort())
  expect(await answer).toBe(0)
  expect(aborted).toHaveBeenCalledOnce()
})

test('requests to a process that has exited fail, also later ones', async () => {
  const dialogue = asking(() => new Promise(() => {}))
  const answer = dialogue.ask('add', [])
  dialogue.end('The worker has ended.')
  await expect(answer).rejects.toThrow('The worker has ended.')
  await expect(dialogue.ask('add', [])).rejects.toThrow('The worker has ended.')
})

/** A worker and its first process, which counts exports in `queue`. */
function exporting(queue: Turns) {
  const turns = new ExportTurns(queue)
  const kept = {
    spamWatch: undefined,
    liquidityWatch: undefined,
    take: undefined,
    exports: queue,
    metrics: vi.fn<never>(),
    core: {} as never,
  }
  const [primary] = pair<WithPrimary, Dialogue<ToWorker, ToPrimary>>(
    (send) => new Dialogue<ToPrimary, ToWorker>(send, { stop: () => null, metrics: () => [], height: () => null }),
    (send) =>
      new Dialogue<ToWorker, ToPrimary>(
        send,
        primaryAnswers(kept, turns, { listening: () => undefined, height: () => Promise.resolve('0') }),
      ),
  )
  return { exports: sharedExports(primary), turns }
}
const running = (queue: ConnectionQueue): number => queue.state('exports').running

test('exports of all workers count as one, and a turn that ends goes to the next', async () => {
  const queue = new ConnectionQueue(1)
  const [one, other] = [exporting(queue), exporting(queue)]
  const leave = await one.exports.enter()
  const entered = other.exports.enter()
  await vi.waitUntil(() => queue.state('exports').waiting === 1)
  leave()
  await entered
  expect(running(queue)).toBe(1)
})

test('a turn that is granted while its reader leaves is not lost', async () => {
  const queue = new ConnectionQueue(1)
  const abort = new AbortController()
  const granting: Turns = {
    async enter() {
      const leave = await queue.enter()
      abort.abort(new Error('The reader has left.'))
      return leave
    },
  }
  const { exports } = exporting(granting)
  await expect(exports.enter({ signal: abort.signal })).rejects.toThrow('The reader has left.')
  expect(running(queue)).toBe(1)
  await vi.waitUntil(() => running(queue) === 0)
})

test('the exports of a worker that dies are free again', async () => {
  const queue = new ConnectionQueue(2)
  const { exports, turns } = exporting(queue)
  await Promise.all([exports.enter(), exports.enter()])
  expect(running(queue)).toBe(2)
  turns.end()
  expect(running(queue)).toBe(0)
})

test('a busy refusal is passed on as busy', async () => {
  const queue = new ConnectionQueue(1)
  const { exports } = exporting(queue)
  await exports.enter()
  await expect(exports.enter({ maxWaitMs: 1 })).rejects.toThrow('is busy with other requests')
})
