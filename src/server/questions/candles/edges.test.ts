import { expect, test } from 'vitest'
import { market } from '../../../../tests/server/support/ids.ts'
import type { Db } from '../../database/db.ts'
import { readEdges } from './edges.ts'
import { intervalOf } from './source.ts'

test('questions about thousands of made-up markets do not make the known edges of a busy market be searched again', async () => {
  let statements = 0
  const db: Pick<Db, 'rows'> = {
    rows: async (sql) => {
      if (sql.includes('last_block')) return [['7', '1709553600000000000', 'ab', '1:1:']]
      statements += 1
      return [Array.from({ length: 4 }, () => '1709546400000000')]
    },
  }
  const interval = intervalOf('trades_candle_1_hour', true)
  const ask = (marketId: string) =>
    readEdges({ db: db as Db, interval, marketId, materialised: undefined, hours: undefined, signal: undefined })
  await ask(market.btc)
  for (let n = 0; n < 6000; n += 1) {
    if (n % 100 === 0) {
      const before = statements
      expect(await ask(market.btc)).toEqual({ first: 1_709_546_400_000_000n, last: 1_709_546_400_000_000n })
      expect(statements).toBe(before)
    }
    await ask(n.toString(16).padStart(64, '0'))
  }
})
