import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../../../tests/server/support/databases.ts'
import { asset, party } from '../../../../tests/server/support/ids.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import type { WritableDb } from '../../database/db.ts'
import { readPartyAccounts } from './ledger-export.ts'
import { linesQuery } from './lines.ts'
import { idBytes, microsecondsSql } from '../../sql/statement.ts'

const ofParty = (id: string) => ({ party: idBytes(id), start: undefined, end: undefined })

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
  })
  afterAll(() => db.close())

  test('entries of blocks that another server may not have yet are left out, by whichever strategy they are found', async () => {
    const id = party.anna
    const accounts = await readPartyAccounts(db, { ...ofParty(id), asset: undefined })
    const ids = accounts.map(({ bytes }) => bytes)
    const counted = `select count(*)::text from ledger l
      where l.vega_time <= $1::timestamptz and (l.account_from_id = any ($2::bytea[]) or l.account_to_id = any ($2::bytea[]))`
    const blocks = await db.rows(
      `select vega_time::text, ${microsecondsSql('vega_time')} from ledger group by 1, 2 order by 2`,
    )
    const counts = new Set<string | null | undefined>()
    for (const [time = null, microseconds] of blocks) {
      const range = { ...ofParty(id), asset: undefined, maxBlockTime: BigInt(microseconds ?? 0) }
      const slice = { start: 0n, end: 4_000_000_000_000_000n, maxLines: 4000 }
      const [[count] = []] = await db.rows(counted, [time, ids])
      for (const strategy of ['accounts', 'times'] as const) {
        expect((await db.rows(linesQuery(accounts, range, slice, strategy)))[0]?.[0]).toBe(count)
      }
      counts.add(count)
    }
    expect(counts.size).toBeGreaterThan(1)
  })

  test.each(Object.values(party).flatMap((id) => [undefined, asset.usd, asset.vega].map((of) => [id, of] as const)))(
    'the entries of %s in %s are the same, by whichever strategy they are found',
    async (id, of) => {
      const range = { ...ofParty(id), asset: of === undefined ? undefined : idBytes(of) }
      const accounts = await readPartyAccounts(db, range)
      const [start, end] = [0n, 4_000_000_000_000_000n]
      for (const most of [1, 2, 5, 4000]) {
        const [down, through] = await Promise.all(
          (['accounts', 'times'] as const).map((strategy) =>
            db.rows(linesQuery(accounts, range, { start, end, maxLines: most }, strategy)),
          ),
        )
        expect(through).toEqual(down)
        expect(Number(down?.[0]?.[0])).toBeLessThanOrEqual(most)
      }
    },
  )
})
