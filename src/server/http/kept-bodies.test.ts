import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createService } from './service.ts'
import { noCore } from '../core/core.ts'
import type { WritableDb } from '../database/db.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { market, party } from '../../../tests/server/support/ids.ts'
import { makeSample } from '../../../tests/server/support/sample.ts'
import { recorded } from '../../../tests/server/support/plans.ts'

const path = '/api/v2/margin-modes'
const cacheBytes = 1_000_000
/** Longer than what is known of the newest block is used. */
const later = (): void => void vi.advanceTimersByTime(201)

describe.each(databases)('bodies kept over $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
  })
  beforeEach(async () => {
    await db.exec(`update last_block set height = 1400, hash = '\\xab'`)
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => vi.useRealTimers())
  afterAll(() => db.close())

  function serve(own = db) {
    const { db, statements } = recorded(own)
    const app = createService({ db, core: noCore(db), cacheBytes })
    const queries = () => statements.filter(({ sql }) => !sql.includes('from last_block')).length
    return { app, queries }
  }
  const changeMode = 'update party_margin_modes set margin_mode = 2 - margin_mode, at_epoch = at_epoch + 1000'

  test('a second reader costs no query and gets the same bytes and headers', async () => {
    const { app, queries } = serve()
    const plain = await (await createService({ db, core: noCore(db) }).request(path)).text()
    const replies = [await app.request(path), await app.request(`${path}?`), await app.request(path)]
    for (const reply of replies) {
      expect(await reply.text()).toBe(plain)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'application/json',
        vary: 'Origin, Accept-Encoding',
      })
    }
    expect(new Set(replies.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    expect(queries()).toBe(1)
  })

  test('equal requests in flight share one query, and the first may leave', async () => {
    const { app, queries } = serve()
    const first = new AbortController()
    const replies = [first.signal, undefined, undefined].map(async (signal) =>
      app.request(path, signal ? { signal } : {}),
    )
    first.abort()
    const [, second, third] = await Promise.all(replies)
    expect(second?.status).toBe(200)
    expect(await second?.text()).toBe(await third?.text())
    expect(queries()).toBe(1)
  })

  test('the next block empties it', async () => {
    const { app } = serve()
    const before = await app.request(path)
    await db.exec(`${changeMode}; update last_block set height = height + 1`)
    later()
    const after = await app.request(path)
    expect(await after.text()).not.toBe(await before.text())
    expect(after.headers.get('x-block-height')).not.toBe(before.headers.get('x-block-height'))
  })

  test('a late correction at the same height is seen', async () => {
    const { app } = serve()
    const before = await app.request(path)
    await db.exec(changeMode)
    later()
    const after = await app.request(path)
    expect(after.headers.get('x-block-height')).toBe(before.headers.get('x-block-height'))
    expect(await after.text()).not.toBe(await before.text())
  })

  test('another network at the same height has bodies of its own, behind the same service too', async () => {
    const other = await open()
    try {
      await makeSample(other)
      await other.exec(changeMode)
      const [one, two] = [await serve().app.request(path), await serve(other).app.request(path)]
      expect(one.headers.get('x-block-height')).toBe(two.headers.get('x-block-height'))
      expect(await one.text()).not.toBe(await two.text())
      const { app } = serve()
      const before = await (await app.request(path)).text()
      await db.exec(`${changeMode}; update last_block set hash = '\\xff'`)
      later()
      expect(await (await app.request(path)).text()).not.toBe(before)
    } finally {
      await other.close()
    }
  })

  test('a client that has the body gets 304 without it, in its encoding', async () => {
    const { app } = serve()
    for (const encoding of ['identity', 'gzip']) {
      const headers = { 'accept-encoding': encoding }
      const whole = await app.request(path, { headers })
      const etag = whole.headers.get('etag') ?? ''
      expect(whole.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const reply = await app.request(path, { headers: { ...headers, 'if-none-match': known } })
        expect([reply.status, await reply.text(), reply.headers.get('etag')]).toEqual([304, '', etag])
        expect(reply.headers.get('x-block-height')).toBe(whole.headers.get('x-block-height'))
      }
      const stranger = await app.request(path, { headers: { ...headers, 'if-none-match': '"other"' } })
      expect(stranger.status).toBe(200)
    }
  })

  test('failures and what a core node says are not kept, nor an address that means something else', async () => {
    const { app } = serve()
    for (const target of [`${path}?marketId=xyz`, '/statistics', `/api/v2/market/${'ee'.repeat(32)}`]) {
      const { headers } = await app.request(target)
      expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
    }
    const targets = [path, `${path}?pretty`, `${path}?marketId=${market.btc}`, `${path}?partyId=${party.anna}`]
    const tags = await Promise.all(targets.map(async (target) => (await app.request(target)).headers.get('etag')))
    const indented = await app.request(path, { headers: { accept: 'application/json+pretty' } })
    expect(indented.headers.get('etag')).toBe(tags[1])
    expect(new Set(tags).size).toBe(targets.length)
  })
})
