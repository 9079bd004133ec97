import { afterAll, beforeAll, expect, test } from 'vitest'
import { party } from '../../../../tests/server/support/ids.ts'
import { openMemory } from '../../../../tests/server/support/memory-database.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import { noCore } from '../../core/core.ts'
import type { WritableDb } from '../../database/db.ts'
import { createService } from '../../http/service.ts'
import { positionsReader } from './serve.ts'

let db: WritableDb
let blockMs: number
const signal = new AbortController().signal
beforeAll(async () => {
  db = await openMemory()
  await makeSample(db)
  const service = createService({ db, core: noCore(db) })
  const { timestamp } = (await (await service.request('/api/v2/vega/time')).json()) as { timestamp: string }
  blockMs = Number(BigInt(timestamp) / 1_000_000n)
  const [start, end] = [-12, 12].map((hours) => new Date(blockMs + hours * 3_600_000).toISOString())
  await db.exec(`
    update epochs set start_time = '${start}', expire_time = '${end}' where id = 2;
    update markets_current set liquidity_sla_parameters = '{"commitmentMinTimeFraction": "0.6"}'`)
})
afterAll(() => db.close())

const reader = (now: number) => positionsReader(createService({ db, core: noCore(db) }), () => now)

test('positions are read as the dashboard reads them: market, minimum, asset and epoch', async () => {
  const positions = await reader(blockMs)(party.boris, signal)
  expect(positions).toMatchInlineSnapshot(`
    [
      {
        "amounts": {
          "decimals": 18,
          "symbol": "DOLL",
        },
        "code": "AUR/USD",
        "epoch": "2",
        "market": "a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3a3",
        "verdict": {
          "reason": "not reported",
          "state": "unknown",
        },
      },
      {
        "amounts": {
          "decimals": 18,
          "symbol": "DOLL",
        },
        "code": "BTC/USD-PERP",
        "epoch": "2",
        "market": "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
        "verdict": {
          "fraction": "0.95",
          "minimum": "0.6",
          "state": "passing",
          "times": {
            "at": 1708578000250000000n,
            "elapsed": 43200000000000n,
            "length": 86400000000000n,
            "needed": "10800000000000.00",
            "now": {
              "state": "unknown",
            },
            "onBook": "41040000000000.00",
            "required": "2000",
          },
        },
      },
    ]
  `)
})

test('nothing is derived from old blocks, nor from a service that fails', async () => {
  await expect(reader(blockMs + 61_000)(party.boris, signal)).rejects.toThrow('The newest block is too old.')
  const failing = positionsReader({ fetch: () => new Response('no', { status: 503 }) }, () => blockMs)
  await expect(failing(party.boris, signal)).rejects.toThrow(
    'listLiquidityProviders was answered with HTTP status 503.',
  )
})

test('a party without a position has none, whatever else cannot be read', async () => {
  expect(await reader(blockMs + 61_000)(party.dora, signal)).toEqual([])
})
