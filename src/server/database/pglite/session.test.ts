import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { WritableDb } from '../db.ts'
import { openMemory } from '../../../../tests/server/support/memory-database.ts'
import type { Engine } from './engine.ts'
import { pgliteSession } from './session.ts'

let db: WritableDb
beforeAll(async () => {
  db = await openMemory()
  await db.exec('create table note (id bigint primary key, body text, extra bytea)')
})
beforeEach(() => db.exec('truncate note'))
afterAll(() => db.close())

const ids = async (): Promise<string[]> => (await db.rows('select id from note order by id')).map(([id]) => id ?? '')
async function allOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}
async function* chunksOf(...chunks: string[]): AsyncGenerator<string> {
  yield* chunks
}

test('every column arrives as the text PostgreSQL writes', async () => {
  const sql = `select 9223372036854775807::bigint, true, 1.50::numeric, '\\x03'::bytea, null, array['a','b'],
    timestamptz '2020-01-01', jsonb '{"a":1}', $1::bytea[], $2::text[], $3::bigint, $4::text`
  expect(await db.rows(sql, [['\\x01', '\\x02'], ['a"\\b', '', 'ü,{}'], '5', null])).toEqual([
    [
      '9223372036854775807',
      't',
      '1.50',
      '\\x03',
      null,
      '{a,b}',
      '2020-01-01 00:00:00+00',
      '{"a": 1}',
      '{"\\\\x01","\\\\x02"}',
      '{"a\\"\\\\b","","ü,{}"}',
      '5',
      null,
    ],
  ])
})

test('copy out gives the bytes of COPY, and a failing one leaves none behind for the next', async () => {
  await db.exec(`insert into note values (1, 'one'), (2, null)`)
  const failing = db.copy('select 1 / (3 - n) from generate_series(1, 3) n')
  await expect(allOf(failing)).rejects.toMatchObject({ sqlState: '22012' })
  expect(await allOf(db.copy('select id, body from note order by id'))).toBe('1\tone\n2\t\\N\n')
  expect(await allOf(db.copy('select 1 where false'))).toBe('')
})

test('load distinguishes NULL, empty text, quotes and line ends for any chunking', async () => {
  const csv = '1,"","\\x"\n2,,\n3,"a ""b"",\nc",\\x00ff\n'
  await db.load('copy note from stdin (format csv)', chunksOf(...csv.split('')))
  expect(await db.rows('select id, body, extra from note order by id')).toEqual([
    ['1', '', '\\x'],
    ['2', null, null],
    ['3', 'a "b",\nc', '\\x00ff'],
  ])
})

test('a load that fails in a late piece leaves nothing', async () => {
  const big = 'x'.repeat(1 << 20)
  const load = db.load('copy note (id, body) from stdin (format csv)', chunksOf(`1,${big}\n`, `2,${big}\n`, 'no,1\n'))
  await expect(load).rejects.toMatchObject({ sqlState: '22P02' })
  expect(await ids()).toEqual([])
})

test('a transaction keeps all or nothing, and reads see only what is committed', async () => {
  const order: string[] = []
  const kept = db.transaction(async (inside) => {
    await inside.rows('insert into note (id) values ($1)', ['1'])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await inside.rows('select id from note')).toEqual([['1']])
    order.push('transaction')
  })
  const read = ids().then((found) => order.push(`read ${found.join()}`))
  await Promise.all([kept, read])
  expect(order).toEqual(['transaction', 'read 1'])

  const broken = db.transaction(async (inside) => {
    await inside.rows('insert into note (id) values ($1)', ['2'])
    throw new Error('changed my mind')
  })
  await expect(broken).rejects.toThrow('changed my mind')
  expect(await ids()).toEqual(['1'])
})

test('a transaction that swallows a failed statement is refused instead of being lost in silence', async () => {
  const swallowing = db.transaction(async (inside) => {
    await inside.rows('insert into note (id) values (1)')
    await inside.rows('insert into note (id) values (1)').catch(() => {})
  })
  await expect(swallowing).rejects.toThrow('nothing of it was kept')
  expect(await ids()).toEqual([])
})

test('an aborted request leaves the queue at once and the others keep their order', async () => {
  const controller = new AbortController()
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const held = db.transaction(() => finished)
  const dropped = db.rows('insert into note (id) values (7) returning id', [], controller.signal)
  const kept = db.rows('select 1')
  controller.abort(new Error('gone away'))
  await expect(dropped).rejects.toThrow('gone away')
  finish()
  await held
  expect(await kept).toEqual([['1']])
  expect(await ids()).toEqual([])
  await expect(db.rows('select 1', [], controller.signal)).rejects.toThrow('gone away')
})

/** An engine that answers what is asked in order when `finish` is called. */
function heldEngine() {
  const held: (() => void)[] = []
  const hold = <T>(value: T) => new Promise<T>((resolve) => held.push(() => resolve(value)))
  const engine: Engine = {
    rows: (sql) => hold([[sql]]),
    exec: () => hold(undefined),
    copyOut: () => hold(new Uint8Array(1)),
    copyIn: () => hold(undefined),
    close: () => Promise.resolve(),
  }
  return { engine, finish: () => held.shift()?.() }
}

test('a statement that never ends is given up after half a minute, and the engine is started again', async () => {
  vi.useFakeTimers()
  try {
    const { engine, finish } = heldEngine()
    const restart = vi.fn()
    const held = pgliteSession(engine, { restart })
    const slow = held.rows('slow').catch((error: unknown) => error)
    const behind = held.rows('behind').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(29_000)
    finish()
    expect(await slow).toEqual([['slow']])
    // The engine had not begun with it before.
    await vi.advanceTimersByTimeAsync(29_000)
    expect(restart).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(restart).toHaveBeenCalledTimes(1)
    expect(await behind).toMatchObject({
      code: 14,
      message: 'The database took too long for this request; ask for less.',
      retryAfter: 5,
    })
    expect(held.queues?.()[0]).toMatchObject({ running: 0, waiting: 0 })
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('what writes has no time limit, and neither has what waits behind it', async () => {
  vi.useFakeTimers()
  try {
    const { engine, finish } = heldEngine()
    const restart = vi.fn()
    const held = pgliteSession(engine, { restart })
    const vacuum = held.exec('vacuum')
    const read = held.rows('read')
    await vi.advanceTimersByTimeAsync(3_600_000)
    finish()
    await vacuum
    await vi.advanceTimersByTimeAsync(1000)
    finish()
    expect(await read).toEqual([['read']])
    expect(restart).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})
