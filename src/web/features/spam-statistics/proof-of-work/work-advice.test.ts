import { expect, test } from 'vitest'
import type { Gauge } from '../../../../wire/spam/spam-gauges.ts'
import { workLine } from './work-advice.ts'

const pow = {
  numberOfPastBlocks: '100',
  blockStates: Array.from({ length: 20 }, (_, at) => ({
    blockHeight: String(1000 - at),
    blockHash: 'h',
    transactionsSeen: '4',
    expectedDifficulty: '17',
    hashFunction: 'sha3_24_rounds' as const,
    difficulty: '15',
    txPerBlock: '2',
    increasingDifficulty: true,
  })),
}
const gauges = (state: Gauge['state']): Gauge[] => [{ name: 'pow', state, used: '40', max: '200' }]

test('no advice on proof of work from old values, in a ban, or without a report', () => {
  expect(workLine(pow, { gauges: gauges('ok') })).toBe(
    '160 now, 2 more per block; you send 4 per block: lasts 80 blocks',
  )
  // What lasts needs no words.
  const slow = pow.blockStates.map((block) => ({ ...block, transactionsSeen: '0' }))
  expect(workLine({ ...pow, blockStates: slow }, { gauges: gauges('ok') })).toBeUndefined()
  expect(workLine(pow, { gauges: gauges('banned') })).toBeUndefined()
  expect(workLine(pow, { gauges: gauges('confirming') })).toBeUndefined()
  expect(workLine(pow, { gauges: gauges('ok'), stale: { cause: 'values', ageMs: 60_000, last: 'ok' } })).toBeUndefined()
  expect(workLine(null, { gauges: gauges('unknown') })).toBeUndefined()
})
