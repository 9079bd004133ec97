import { once, setMaxListeners } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db, WritableDb } from '../db.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { openPostgres } from './postgres.ts'

async function allOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}
async function* chunksOf(...chunks: string[]): AsyncGenerator<string> {
  yield* chunks
}

test('what is not a PostgreSQL URL is refused with an example', () => {
  for (const url of ['', 'lyra', 'mysql://host/name']) expect(() => openPostgres(url)).toThrow('postgres://user')
})

test('without a server every request fails with code 14, and not each one tries to connect', async () => {
  let connections = 0
  const closing = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(closing, 'listening')
  const address = closing.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const db = openPostgres(`postgres://nobody@127.0.0.1:${port}/none`)
  vi.useFakeTimers({ toFake: ['performance'] })
  await expect(db.rows('select 1')).rejects.toMatchObject({ name: 'Fault', code: 14 })
  await expect(allOf(db.copy('select 1'))).rejects.toMatchObject({ name: 'Fault', code: 14 })
  // Until the next attempt is due none waits for it.
  const tried = connections
  expect(tried).toBeGreaterThan(0)
  await expect(db.rows('select 1')).rejects.toMatchObject({ code: 14 })
  expect(connections).toBe(tried)
  vi.advanceTimersByTime(10_000)
  await expect(db.rows('select 1')).rejects.toMatchObject({ code: 14 })
  expect(connections).toBeGreaterThan(tried)
  vi.useRealTimers()
  await db.close()
  closing.close()
})

const [server] = databases.filter(({ name }) => name === 'PostgreSQL')

describe.skipIf(!server)('PostgreSQL', () => {
  let db: WritableDb
  let reader: Db
  beforeAll(async () => {
    if (!server) return
    // A database of its own: one test ends every connection to it.
    db = await server.open()
    reader = await server.reader(db)
    await db.exec('create table note (id bigint primary key, body text, extra bytea)')
  })
  afterAll(async () => {
    await reader.close()
    await db.close()
  })

  test('a database whose strings have escapes unless told otherwise answers the same', async () => {
    const [[name] = []] = await db.rows('select quote_ident(current_database())')
    await db.exec(`alter database ${name} set standard_conforming_strings = off`)
    const own = await server?.reader(db)
    expect(await own?.rows(String.raw`select '\x00'::bytea::text`)).toEqual([[String.raw`\x00`]])
    await own?.close()
    await db.exec(`alter database ${name} reset standard_conforming_strings`)
  })

  test('limits that a database sets for its sessions end no import, and its isolation level no read', async () => {
    const [[name = ''] = []] = await db.rows('select current_database()')
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    for (const limit of limits) await db.exec(`alter database "${name}" set ${limit} = 50`)
    await db.exec(`alter database "${name}" set default_transaction_isolation = 'serializable'`)
    const url = new URL(process.env['LYRA_TEST_POSTGRES'] ?? '')
    url.pathname = `/${name}`
    const [writer, own] = [openPostgres(url.href, { writable: true }), await server?.reader(db)]
    await writer.exec('select pg_sleep(0.1)')
    const found = await writer.rows(`select ${limits.map((limit) => `current_setting('${limit}')`).join()}`)
    expect(found).toEqual([['0', '0', '0']])
    expect(await own?.rows(`select current_setting('transaction_isolation')`)).toEqual([['read committed']])
    await Promise.all([writer.close(), own?.close()])
    for (const limit of [...limits, 'default_transaction_isolation'])
      await db.exec(`alter database "${name}" reset ${limit}`)
  })

  const running = async (sql: string): Promise<number> => {
    const found = await db.rows(`select 1 from pg_stat_activity where state = 'active' and query like $1::text`, [sql])
    return found.length
  }
  const until = async (condition: () => Promise<boolean>): Promise<number> => {
    const start = performance.now()
    while (!(await condition())) {
      if (performance.now() - start > 5000) throw new Error('waited 5 s in vain')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return performance.now() - start
  }

  test('every column arrives as the text PostgreSQL writes, in UTC', async () => {
    const sql = `select 9223372036854775807::bigint, true, '\\x03'::bytea, null, timestamptz '2020-01-01 00:00:00+00',
      jsonb '{"a":1}', $1::bytea[], $2::text, array[1.50]`
    expect(await reader.rows(sql, [['\\x01', '\\x02'], null])).toEqual([
      [
        '9223372036854775807',
        't',
        '\\x03',
        null,
        '2020-01-01 00:00:00+00',
        '{"a": 1}',
        '{"\\\\x01","\\\\x02"}',
        null,
        '{1.50}',
      ],
    ])
  })

  test('the service cannot write, and a refused statement does not spoil the connection', async () => {
    await expect(reader.rows('delete from note')).rejects.toMatchObject({ name: 'StatementError', sqlState: '25006' })
    expect(await reader.rows('select count(*) from note')).toEqual([['0']])
  })

  test('an aborted request rejects at once and its query stops within a second', async () => {
    const controller = new AbortController()
    const asked = reader.rows('select pg_sleep(20), 4711', [], controller.signal)
    await until(async () => (await running('select pg_sleep(20), 4711')) === 1)
    controller.abort(new Error('gone away'))
    await expect(asked).rejects.toThrow('gone away')
    expect(await until(async () => (await running('select pg_sleep(20), 4711')) === 0)).toBeLessThan(1000)
    expect(await Promise.all(Array.from({ length: 20 }, () => reader.rows('select 1')))).toHaveLength(20)
  })

  test('callers who leave do not cost the pool its connections', async () => {
    const sessions = async (): Promise<string[]> => {
      const rows = await Promise.all(
        Array.from({ length: 7 }, () => reader.rows('select pg_backend_pid()::text, pg_sleep(0.05)')),
      )
      return rows.map(([row]) => row?.[0] ?? '').sort()
    }
    const before = await sessions()
    const controller = new AbortController()
    setMaxListeners(0, controller.signal)
    const long = Array.from({ length: 7 }, () => reader.rows('select pg_sleep(20), 4712', [], controller.signal))
    await until(async () => (await running('select pg_sleep(20), 4712')) === 7)
    controller.abort(new Error('gone away'))
    await Promise.allSettled(long)
    // The next statement of each connection is not the one that is cancelled.
    expect(await sessions()).toEqual(before)
    const short = new AbortController()
    setMaxListeners(0, short.signal)
    const asked = Array.from({ length: 7 }, () => reader.rows('select 1', [], short.signal))
    short.abort(new Error('gone away'))
    await Promise.allSettled(asked)
    expect(await sessions()).toEqual(before)
  })

  test('a COPY runs on no longer than its reader, however that one leaves', async () => {
    const query = 'select repeat(n::text, 100) from generate_series(1, 2000000) n'
    for await (const chunk of reader.copy(query)) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    const controller = new AbortController()
    const copying = (async () => {
      for await (const chunk of reader.copy(query, controller.signal)) {
        if (chunk.length > 0) controller.abort(new Error('gone away'))
      }
    })()
    await expect(copying).rejects.toThrow('gone away')
    expect(await until(async () => (await running(`copy (${query}%`)) === 0)).toBeLessThan(1000)

    expect(await allOf(reader.copy('select 1, null'))).toBe('1\t\\N\n')
    expect((await allOf(reader.copy('select n from generate_series(1, 100000) n'))).length).toBe(588_895)
    await expect(allOf(reader.copy('select 1 / (n - 5) from generate_series(1, 9) n'))).rejects.toMatchObject({
      sqlState: '22012',
    })
  })

  test('a slice that is not read yet releases its connection', async () => {
    const slices = Array.from({ length: 8 }, () => reader.copy(`select repeat('x', 999) from generate_series(1, 1000)`))
    const iterators = slices.map((slice) => slice[Symbol.asyncIterator]())
    await Promise.all(iterators.map((iterator) => iterator.next()))
    expect((await allOf(reader.copy('select 1'))).length).toBe(2)
    for (const iterator of iterators) await iterator.return?.()
  })

  test('load and transactions keep all or nothing', async () => {
    await db.load('copy note from stdin (format csv)', chunksOf('1,"",\\x', '\n2,,\n3,"a\n""b""",\\x00ff\n'))
    expect(await db.rows('select id, body, extra from note order by id')).toEqual([
      ['1', '', '\\x'],
      ['2', null, null],
      ['3', 'a\n"b"', '\\x00ff'],
    ])
    const broken = db.transaction(async (inside) => {
      await inside.exec('delete from note')
      expect(await allOf(inside.copy('select id from note'))).toBe('')
      async function* failing(): AsyncGenerator<string> {
        yield '4,,\n'
        throw new Error('the file ended early')
      }
      await inside.load('copy note from stdin (format csv)', failing())
    })
    await expect(broken).rejects.toThrow('the file ended early')
    await expect(
      db.transaction((inside) => inside.load('copy note from stdin (format csv)', chunksOf('no,,\n'))),
    ).rejects.toMatchObject({ sqlState: '22P02' })
    const swallowing = db.transaction(async (inside) => {
      await inside.rows('delete from note where id = $1::bigint', ['1'])
      await inside.rows('select nothing').catch(() => {})
    })
    await expect(swallowing).rejects.toThrow('nothing of it was kept')
    expect(await db.rows('select count(*) from note')).toEqual([['3']])
  })

  test('connections that the server ends are replaced, and nothing else breaks', async () => {
    await Promise.all(Array.from({ length: 7 }, () => reader.rows('select pg_sleep(0.05)')))
    await db.exec(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lyra' and datname = current_database() and pid <> pg_backend_pid()`)
    // Readers see no error: a query on a broken connection is retried on a new one.
    expect(await Promise.all(Array.from({ length: 14 }, () => reader.rows('select 1')))).toHaveLength(14)
  })
})
