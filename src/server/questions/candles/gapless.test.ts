import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCandles } from './candles.ts'
import { intervalOf } from './source.ts'
import { cursorOfEdge } from '../../sql/keyset.ts'
import type { WritableDb } from '../../database/db.ts'
import { planPage } from '../../sql/page.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { market } from '../../../../tests/server/support/ids.ts'
import { recorded } from '../../../../tests/server/support/plans.ts'

const minute = 60_000_000_000n
const start = BigInt(Date.parse('2024-03-04T10:00:00Z')) * 1_000_000n
const interval = intervalOf('trades_candle_1_minute')

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => void (db = await open()))
  afterAll(() => db.close())

  async function store(minutes: readonly number[]): Promise<void> {
    await db.exec('truncate trades_candle_1_minute')
    await db.exec(`
      insert into trades_candle_1_minute
      select '\\x${market.btc}', at, n, n, n, n, n, n, at + '20 seconds'
      from unnest('{${minutes.join(',')}}'::int[]) n, lateral (select '2024-03-04 10:00:00+00'::timestamptz + n * '1 minute'::interval) t (at)`)
  }

  const bound = fc.option(
    fc.integer({ min: -3 * 60, max: 23 * 60 }).map((seconds) => start + BigInt(seconds) * 1_000_000_000n),
    { nil: undefined },
  )

  test('a page says the same whether its gaps are looked for or filled unseen', async () => {
    await fc.assert(
      fc.asyncProperty(
        // Mostly without gaps, so that both ways are taken.
        fc.array(
          fc.integer({ min: 0, max: 9 }).map((n) => n < 8),
          { minLength: 1, maxLength: 20 },
        ),
        fc.record({ bound, isEnd: fc.boolean(), forward: fc.boolean(), newestFirst: fc.boolean() }),
        fc.integer({ min: 1, max: 8 }),
        async (present, { bound, isEnd, forward, newestFirst }, limit) => {
          await store(present.flatMap((there, number) => (there ? [number] : [])))
          const range = { marketId: market.btc, from: isEnd ? undefined : bound, to: isEnd ? bound : undefined }
          let cursor: string | undefined
          for (let pages = 0; pages < 4; pages += 1) {
            const plan = planPage({
              newestFirst,
              ...(forward ? { first: limit } : { last: limit }),
              ...(cursor === undefined ? {} : forward ? { after: cursor } : { before: cursor }),
            })
            const page = await readCandles(db, { ...range, interval }, plan)
            // A chunked interval is always read with bounds, so that its gaps are always filled.
            expect(page).toBe(await readCandles(db, { ...range, interval: { ...interval, chunked: true } }, plan))
            const { edges } = JSON.parse(page) as { edges: { cursor: string }[] }
            cursor = (forward ? edges.at(-1) : edges[0])?.cursor
            if (cursor === undefined) break
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a page without gaps is one statement, also behind a cursor and below an end; with gaps two or three', async () => {
    await store([0, 1, 2, 3, 4, 5, 6, 7, 9])
    const { db: own, statements } = recorded(db)
    const page = async (to: bigint | undefined, after?: string): Promise<[statements: number, page: string]> => {
      statements.length = 0
      const plan = planPage({ first: 3, ...(after === undefined ? {} : { after }) })
      const text = await readCandles(own, { interval, marketId: market.btc, from: undefined, to }, plan)
      return [statements.length, text]
    }
    const [ended, first] = await page(start + 8n * minute)
    const { edges } = JSON.parse(first) as { edges: object[] }
    const [behind] = await page(undefined, cursorOfEdge(JSON.stringify(edges[1])))
    expect([ended, behind]).toEqual([1, 1])
    // A gap behind the page's first candle; one before it, where only the market's first and last candle tell what there is.
    expect([(await page(undefined))[0], (await page(start + 9n * minute))[0]]).toEqual([2, 3])
  })
})
