import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { asset, party } from '../../testing/ids.ts'
import { makeSample } from '../../testing/sample.ts'
import type { WritableDb } from '../db.ts'
import { readPartyAccounts } from './ledger-export.ts'
import { linesQuery } from './lines.ts'
import { idBytes } from '../sql.ts'

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
  })
  afterAll(() => db.close())

  test.each(Object.values(party).flatMap((id) => [undefined, asset.usd, asset.vega].map((of) => [id, of] as const)))(
    'the entries of %s in %s are the same, whichever way they are found',
    async (id, of) => {
      const range = {
        party: idBytes(id),
        asset: of === undefined ? undefined : idBytes(of),
        start: undefined,
        end: undefined,
      }
      const accounts = await readPartyAccounts(db, range)
      const [start, end] = [0n, 4_000_000_000_000_000n]
      for (const most of [1, 2, 5, 4000]) {
        const [down, through] = await Promise.all(
          (['accounts', 'times'] as const).map((way) =>
            db.rows(linesQuery(accounts, range, { start, end, maxLines: most }, way)),
          ),
        )
        expect(through).toEqual(down)
        expect(Number(down?.[0]?.[0])).toBeLessThanOrEqual(most)
      }
    },
  )
})
