import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runForClient, ConnectionQueue } from './connection-queue.ts'

const as = <T>(client: string, work: () => T): T => runForClient(() => client, work)

const settled = async (): Promise<void> => {
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve()
}

test('the order of one client is kept, at most `width` run together, and an exclusive one runs alone, in any order with any aborts', async () => {
  const task = fc.record({ exclusive: fc.boolean(), abort: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(task, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), async (tasks, width) => {
      const turns = new ConnectionQueue(width)
      const running = new Set<number>()
      const started: number[] = []
      const finish: (() => void)[] = []
      const controllers = tasks.map(() => new AbortController())
      const runs = tasks.map(({ exclusive }, index) =>
        turns.run(
          async () => {
            running.add(index)
            started.push(index)
            const aloneNow = [...running].some((other) => tasks[other]?.exclusive === true)
            expect(running.size).toBeLessThanOrEqual(aloneNow ? 1 : width)
            await new Promise<void>((resolve) => finish.push(resolve))
            running.delete(index)
          },
          { exclusive, signal: controllers[index]?.signal },
        ),
      )
      const outcomes = Promise.allSettled(runs)
      await settled()
      tasks.forEach(({ abort }, index) => abort && controllers[index]?.abort())
      await settled()
      while (finish.length > 0) {
        finish.shift()?.()
        await settled()
      }
      await outcomes
      expect(started).toEqual([...started].sort((one, other) => one - other))
      expect(tasks.every(({ abort }, index) => abort || started.includes(index))).toBe(true)
      expect(running.size).toBe(0)
    }),
  )
})

test('a wait that lasts too long is refused as busy and the others keep their order', async () => {
  vi.useFakeTimers()
  try {
    const turns = new ConnectionQueue(1, 'The table')
    const started: number[] = []
    const first = await turns.enter({ maxWaitMs: 10 })
    const refused = turns.enter({ maxWaitMs: 100 }).catch((error: unknown) => error)
    const patient = turns.run(async () => started.push(1))
    const last = turns.run(async () => started.push(2), { maxWaitMs: 1000 })
    await vi.advanceTimersByTimeAsync(500)
    const message = 'The table is busy with other requests; try again in a few seconds.'
    expect(await refused).toMatchObject({ code: 14, message, retryAfter: 5 })
    expect(started).toEqual([])
    first()
    first()
    await Promise.all([patient, last])
    expect(started).toEqual([1, 2])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('the long queue of one client keeps no other waiting: clients take turns, whoever came first', async () => {
  const turns = new ConnectionQueue(1)
  const finish = await turns.enter()
  const started: string[] = []
  const ask = (client: string) => as(client, () => turns.run(async () => started.push(client)))
  const asked = [...Array.from({ length: 100 }, () => ask('greedy')), ask('one'), ask('two'), ask('one')]
  finish()
  await Promise.all(asked)
  expect(started.slice(0, 6)).toEqual(['greedy', 'one', 'two', 'greedy', 'one', 'greedy'])
  expect(started).toHaveLength(103)
})

test('a client that left frees its places, and what it leaves keeps its turn', async () => {
  const turns = new ConnectionQueue(1)
  const finish = await turns.enter()
  const gone = new AbortController()
  setMaxListeners(0, gone.signal)
  const started: string[] = []
  const ask = (name: string, client: string, signal?: AbortSignal) =>
    as(client, () => turns.run(async () => started.push(name), { signal }))
  const left = Promise.allSettled(Array.from({ length: 50 }, () => ask('left', 'a', gone.signal)))
  const asked = [ask('a', 'a'), ask('b', 'b')]
  gone.abort()
  await left
  expect(turns.state('pages').waiting).toBe(2)
  finish()
  await Promise.all(asked)
  expect(started).toEqual(['a', 'b'])
  expect(turns.state('pages')).toMatchObject({ waiting: 0, running: 0 })
})

test('one that has to run alone waits for its turn only, however many others there are', async () => {
  const turns = new ConnectionQueue(2)
  const finish = await turns.enter()
  const started: string[] = []
  const ask = (client: string, exclusive = false) =>
    as(client, () => turns.run(async () => started.push(exclusive ? 'alone' : client), { exclusive }))
  const busy = await as('many', () => turns.enter())
  const asked = [...Array.from({ length: 20 }, () => ask('many')), ask('', true)]
  busy()
  finish()
  await Promise.all(asked)
  expect(started.indexOf('alone')).toBeLessThanOrEqual(2)
})
