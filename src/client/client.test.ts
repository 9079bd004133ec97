import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listMarginModes } from '../wire/margin-modes.ts'
import { exportLedgerEntries, ledgerColumns } from '../wire/ledger-export.ts'
import { listCandles } from '../wire/candles.ts'
import { market, party } from '../../tests/server/support/ids.ts'
import { openMemory } from '../../tests/server/support/memory-database.ts'
import { makeSample } from '../../tests/server/support/sample.ts'
import { noCore } from '../server/core/core.ts'
import type { WritableDb } from '../server/database/db.ts'
import { createService } from '../server/http/service.ts'
import { createClient, type RequestError } from './client.ts'

const base = 'http://node.example'
let db: WritableDb
let app: ReturnType<typeof createService>
beforeAll(async () => {
  db = await openMemory()
  await makeSample(db)
  app = createService({ db, core: noCore(db) })
})
afterAll(() => db.close())

describe('over a service', () => {
  const asked: string[] = []
  beforeEach(() => asked.splice(0))
  const client = createClient({
    baseUrl: `${base}/`,
    fetch: async (url, init) => {
      asked.push(url)
      return app.request(url, init)
    },
  })

  test('of the last rows, which are no page to go on from, nobody gets the first ones in their place', async () => {
    for (const pagination of [{ last: 1 }, { before: 'e30=' }])
      await expect(client.pages(listMarginModes, { pagination }).next()).rejects.toThrow('forwards')
    expect(asked).toEqual([])
  })

  test('pages come one after the other until the last, each row once', async () => {
    const rows: string[] = []
    for await (const { edges } of client.pages(listMarginModes, { pagination: { first: 2 } }))
      rows.push(...edges.map(({ node }) => `${node.marketId} ${node.partyId}`))
    const { partyMarginModes } = await client.get(listMarginModes, {})
    expect(rows).toEqual(partyMarginModes.edges.map(({ node }) => `${node.marketId} ${node.partyId}`))
    expect(new Set(rows).size).toBe(rows.length)
    expect(asked.length).toBe(Math.ceil(rows.length / 2) + 1)
  })

  test('an export is the bytes of the node, with a verdict on its end', async () => {
    const { stream, end } = await client.exportLedger({ partyId: party.anna })
    const text = await new Response(stream).text()
    const own = await (await app.request(`${exportLedgerEntries.path}?partyId=${party.anna}`)).text()
    expect(text).toBe(own)
    expect(await end).toEqual({ ending: 'whole', rows: own.split('\n').length - 2 })
  })

  test('a refusal says its kind and the network’s own words, and is asked once', async () => {
    const refused = client.get(listCandles, { candleId: 'nonsense' })
    await expect(refused).rejects.toMatchObject({ kind: 'answer', status: 400, detail: { code: expect.any(Number) } })
    expect(asked).toHaveLength(1)
  })

  test('candles are followed from the latest one', async () => {
    const stop = new AbortController()
    const following = client.candles.follow({ marketId: market.btc, interval: '1 day' }, { signal: stop.signal })
    const first = await following.next()
    expect(first.value).toMatchObject({ start: expect.stringMatching(/^\d+$/), close: expect.stringMatching(/^\d+$/) })
    await following.return(undefined)
    stop.abort()
  })
})

describe('manners', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const page = {
    partyMarginModes: {
      edges: [],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: '', endCursor: 'same' },
    },
  }

  /** A node that gives these answers one after the other; the last one stays. */
  function nodeOf(...answers: (() => Response)[]) {
    const asked: number[] = []
    const fetch = async (): Promise<Response> => {
      asked.push(Date.now())
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer!()
    }
    return { asked, client: createClient({ baseUrl: base, fetch }) }
  }
  const failure = (error: unknown): RequestError => error as RequestError

  test('a ban is not asked again before its end, which the error names', async () => {
    const ban = (): Response =>
      new Response('{"code":7,"message":"temporarily banned"}', {
        status: 403,
        headers: { 'Ratelimit-Retry-After': '600' },
      })
    const { asked, client } = nodeOf(ban, () => Response.json(page))
    const until = Date.now() + 600_000
    expect(await client.get(listMarginModes, {}).catch(failure)).toMatchObject({ kind: 'banned', until })
    expect(await client.get(listMarginModes, {}).catch(failure)).toMatchObject({ kind: 'banned', until })
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(599_000)
    expect(await client.get(listMarginModes, {}).catch(failure)).toMatchObject({ kind: 'banned' })
    const sent = asked.length
    await vi.advanceTimersByTimeAsync(2000)
    await client.get(listMarginModes, {})
    expect(asked.length).toBe(sent + 1)
  })

  test('a burst is spread over the seconds that the node allows', async () => {
    const { asked, client } = nodeOf(() => Response.json(page))
    const all = Promise.all(Array.from({ length: 160 }, () => client.get(listMarginModes, {})))
    await vi.advanceTimersByTimeAsync(900)
    expect(asked.length).toBeLessThan(125)
    await vi.advanceTimersByTimeAsync(60_000)
    await all
    expect(asked).toHaveLength(160)
  })

  test('a gateway that fails is asked four times, a refusal once', async () => {
    const { asked, client } = nodeOf(() => new Response('', { status: 502 }))
    const result = client.get(listMarginModes, {}).catch(failure)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await result).toMatchObject({ kind: 'answer', status: 502 })
    expect(asked).toHaveLength(4)
  })

  test.each(['same', ''])(
    'a list whose node does not say what follows (%j) is not taken for whole',
    async (endCursor) => {
      const { partyMarginModes } = page
      const pageInfo = { ...partyMarginModes.pageInfo, endCursor }
      const { asked, client } = nodeOf(() => Response.json({ partyMarginModes: { ...partyMarginModes, pageInfo } }))
      const all = async (): Promise<void> => {
        for await (const { edges } of client.pages(listMarginModes, {})) expect(edges).toEqual([])
      }
      expect(await all().catch(failure)).toMatchObject({ name: 'RequestError', kind: 'malformed' })
      expect(asked).toHaveLength(endCursor === '' ? 1 : 2)
    },
  )

  const broken = (text: string): Response => {
    let sent = false
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      if (sent) controller.error(new TypeError('terminated'))
      else controller.enqueue(new TextEncoder().encode(text))
      sent = true
    }
    return new Response(new ReadableStream({ pull }))
  }

  test('a response that breaks off is asked for again, and is a RequestError at last', async () => {
    const { asked, client } = nodeOf(
      () => broken('{"partyMargin'),
      () => Response.json(page),
    )
    const reply = client.get(listMarginModes, {})
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await reply).toMatchObject(page)
    expect(asked).toHaveLength(2)
    const never = nodeOf(() => broken('{'))
    const result = never.client.get(listMarginModes, {}).catch(failure)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await result).toMatchObject({ name: 'RequestError', kind: 'unreachable' })
    expect(never.asked).toHaveLength(4)
  })

  test('a stream of candles that breaks off is no end of the stream', async () => {
    const { client } = nodeOf(() => broken('{"result":{"candle":{"start":"1"}}}\n'))
    const following = client.candles.follow({ marketId: market.btc, interval: '1 day' })
    expect((await following.next()).value).toMatchObject({ start: '1' })
    expect(await following.next().catch(failure)).toMatchObject({ name: 'RequestError', kind: 'unreachable' })
  })

  const header = ledgerColumns.join(',')
  test.each([
    [
      'an error behind the rows',
      `${header}\na,b\n{"error":{"code":13,"message":"disk full","details":[]}}`,
      'disk full',
      1,
    ],
    ['half a row', `${header}\na,b\nc`, 'in the middle of a row', 1],
    ['a page of a proxy', '<html>\n<body>\n', 'not a ledger export', 0],
    ['nothing', '', 'no header line', 0],
  ])('an export that ends with %s is not whole', async (_, text, reason, rows) => {
    const { client } = nodeOf(() => new Response(text))
    const { stream, end } = await client.exportLedger({ partyId: party.anna })
    const body = await new Response(stream).text()
    expect(await end).toMatchObject({ ending: 'cut', reason: expect.stringContaining(reason) })
    expect(body).toBe(rows === 0 ? '' : `${header}\na,b\n`)
  })

  test('an answer without a body is an end, not a wait for ever', async () => {
    const { client } = nodeOf(() => new Response(null, { status: 204 }))
    const { stream, end } = await client.exportLedger({ partyId: party.anna })
    expect(await new Response(stream).text()).toBe('')
    expect(await end).toMatchObject({ ending: 'cut', reason: 'The response has no header line.' })
    expect(await client.candles.follow({ marketId: market.btc, interval: '1 minute' }).next()).toMatchObject({
      done: true,
    })
  })

  test('what the contract does not describe is malformed, with the place', async () => {
    const { client } = nodeOf(() => Response.json({ partyMarginModes: { edges: 7 } }))
    expect(await client.get(listMarginModes, {}).catch(failure)).toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining('partyMarginModes.edges'),
    })
  })
})
