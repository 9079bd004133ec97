import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import type { AnyOperation } from '../../wire/protocol/operation.ts'
import { allOperations } from '../../wire/operations.ts'
import { createNodeService } from './node-service.ts'
import { noCore } from '../core/core.ts'
import type { HostState, WritableDb } from '../database/db.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { openMemory } from '../../../tests/server/support/memory-database.ts'
import { withFaults } from '../../../tests/server/support/faults.ts'

let db: WritableDb
let app: ReturnType<typeof createNodeService>
beforeAll(async () => {
  db = await openMemory()
  await db.exec(`
    insert into chain (id) values ('lyra-test-1');
    insert into last_block (vega_time, height, hash) values ('2024-03-31 00:00:00.000001+00', 24122, '\\xab01');
    insert into epochs (id, start_time, expire_time, vega_time) values
      (38, '2024-03-29 00:00:01.25+00', '2024-03-30 00:00:01.25+00', '2024-03-29 00:00:01.25+00'),
      (39, '2024-03-30 00:00:01.191333+00', '2024-03-31 00:00:01.19+00', '2024-03-30 00:00:01.191333+00');`)
  app = createNodeService({ db, core: noCore(db), version: '1.0.0' })
})
afterAll(() => db.close())

test.each(allOperations.map((op): [string, AnyOperation] => [op.name, op]))('%s is routed', async (_, op) => {
  const response = await app.request(op.path.replace(/:\w+/, 'ab'.repeat(32)))
  const text = await response.text()
  expect(text).not.toBe('{"code":5,"message":"Not Found","details":[]}')
  // Without rows some are refused; an answer is always one of the wire.
  if (response.status === 200 && !op.media) v.parse(op.reply, JSON.parse(text))
  expect(response.headers.get('x-block-height')).toBe(op.media || op.stream ? null : '24122')
})

test('an unknown path is not there for any method, and is not told as one that takes others', async () => {
  const statusOf = async (method: string, path: string) => (await app.request(path, { method })).status
  expect([await statusOf('POST', '/nothing'), await statusOf('GET', '/nothing')]).toEqual([404, 404])
  expect([await statusOf('POST', '/health'), await statusOf('PUT', '/api/v2/margin-modes')]).toEqual([405, 405])
})

test('every operation of the wire is documented', async () => {
  const document = (await (await app.request('/openapi.json')).json()) as { paths: Record<string, unknown> }
  expect(Object.keys(document.paths).toSorted()).toEqual(
    [...allOperations.map(({ path }) => path.replace(/:(\w+)/, '{$1}')), '/health', '/ready'].toSorted(),
  )
})

describe('what the store knows of the chain', () => {
  test('is in the headers', async () => {
    const { headers } = await app.request('/api/v2/margin-modes')
    expect(headers.get('x-block-timestamp')).toBe('1711843200000001000')
    expect(headers.get('x-lyra')).toBe('1.0.0')
  })

  test('is there without a core node', async () => {
    expect(await (await app.request('/statistics')).json()).toMatchObject({
      statistics: {
        chainId: 'lyra-test-1',
        blockHeight: '24122',
        blockHash: 'AB01',
        vegaTime: '2024-03-31T00:00:00.000001Z',
        epochSeq: '39',
        epochStartTime: '2024-03-30T00:00:01.191333Z',
        epochExpiryTime: '2024-03-31T00:00:01.19Z',
        status: 'CHAIN_STATUS_DISCONNECTED',
      },
    })
    expect(await (await app.request('/time')).json()).toEqual({ timestamp: '1711843200000001000' })
  })

  test('is nothing in an empty database', async () => {
    const empty = await openMemory()
    try {
      const app = createNodeService({ db: empty, core: noCore(empty) })
      expect(await (await app.request('/statistics')).json()).toMatchObject({
        statistics: { chainId: '', blockHeight: '0', blockHash: '', vegaTime: '', epochSeq: '0', epochStartTime: '' },
      })
      expect(await (await app.request('/time')).json()).toEqual({ timestamp: '0' })
      expect((await app.request('/api/v2/margin-modes')).headers.get('x-block-height')).toBe('0')
    } finally {
      await empty.close()
    }
  })
})

test('the service is ready while its database answers', async () => {
  const ready = await app.request('/ready')
  expect([ready.status, await ready.text()]).toEqual([200, 'ready'])
  const away = { ...db, rows: () => Promise.reject(new Error('away')) }
  const waiting = await createNodeService({ db: away, core: noCore(away) }).request('/ready')
  expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '5'])
})

describe.each(databases)('on $name', ({ open }) => {
  test('a service whose database lost a column or a right is not ready, and names it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const own = await open()
    try {
      // One of another version serves what it has.
      await own.exec('drop table team_members')
      const app = createNodeService({ db: own, core: noCore(own) })
      const state = async () => {
        vi.advanceTimersByTime(5001)
        const reply = await app.request('/ready')
        return [reply.status, await reply.text()]
      }
      expect(await state()).toEqual([200, 'ready'])
      await own.exec('alter table markets_current rename column tick_size to ticks')
      expect(await state()).toEqual([
        503,
        'The database has lost what requests read: no column markets_current.tick_size.',
      ])
      await own.exec('alter table markets_current rename column ticks to tick_size')
      expect(await state()).toEqual([200, 'ready'])
    } finally {
      vi.useRealTimers()
      await own.close()
    }
  })
})

test('a service whose right to read a table was revoked is not ready', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const own = await openMemory()
  try {
    await own.exec('create role reader; grant select on all tables in schema public to reader; set role reader')
    const app = createNodeService({ db: own, core: noCore(own) })
    expect((await app.request('/ready')).status).toBe(200)
    await own.exec('reset role; revoke select on ledger from reader; set role reader')
    vi.advanceTimersByTime(5001)
    const reply = await app.request('/ready')
    expect([reply.status, await reply.text()]).toEqual([
      503,
      'The database has lost what requests read: no right to read ledger.',
    ])
  } finally {
    vi.useRealTimers()
    await own.close()
  }
})

test('the service says of each server of its database where it stands', async () => {
  const hosts = (): HostState[] => [
    { name: 'db-1:5432', state: 'in use', lag: 0, isStandby: false },
    { name: 'db-2:5432', state: 'behind', lag: 14, isStandby: true },
    { name: 'db-3:5432', state: 'away', isStandby: true },
  ]
  const lines = [
    'db-1:5432 in use, 0 blocks behind, primary',
    'db-2:5432 behind, 14 blocks behind, standby',
    'db-3:5432 away',
  ]
  const several = { ...db, hosts }
  const ready = await createNodeService({ db: several, core: noCore(db) }).request('/ready')
  expect((await ready.text()).split('\n')).toEqual(['ready', ...lines])
  const away = { ...several, rows: () => Promise.reject(new Error('away')) }
  const waiting = await createNodeService({ db: away, core: noCore(away) }).request('/ready')
  expect((await waiting.text()).split('\n')).toEqual(['The database does not answer.', ...lines])
})

test('the fault switch exists only when enabled', async () => {
  expect((await app.request('/faults')).status).toBe(404)
  const faulty = createNodeService({ db, core: noCore(db), withFaults })
  expect(await (await faulty.request('/faults')).json()).toEqual([])
  expect((await faulty.request('/health')).status).toBe(200)
})
