import { expect, test } from 'vitest'
import type { PowBlockState } from '../../../wire/spam-statistics.ts'
import { verdict } from '../../../wire/spam/spam-verdict.ts'
import { sendableJson } from './sendable-json.ts'

test('what may be sent now is copied with the block to use and its expiry', () => {
  const block = (height: number, seen: number): PowBlockState => ({
    blockHeight: String(height),
    blockHash: `hash${height}`,
    transactionsSeen: String(seen),
    expectedDifficulty: seen < 2 ? '15' : '16',
    hashFunction: 'sha3_24_rounds',
    difficulty: '15',
    txPerBlock: '2',
    increasingDifficulty: true,
  })
  const pow = { numberOfPastBlocks: '100', blockStates: [block(1000, 2), block(999, 1)] }
  const statistics = {
    epochSeq: '7',
    transfers: { countForEpoch: '16', maxForEpoch: '20', minTokensRequired: '0' },
    pow,
  }
  expect(JSON.parse(sendableJson('p', verdict(statistics, 0n), pow, 10n))).toMatchObject({
    partyId: 'p',
    epoch: '7',
    left: { transfers: '4', votes: null },
    proofOfWork: { perBlock: 2, next: { height: '999', hash: 'hash999', left: '1', expiresInBlocks: '89' } },
  })
})
