// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { PowBlockState } from '../../../../wire/spam-statistics.ts'
import { verdict } from '../../../../wire/spam/spam-verdict.ts'
import { sendableJson, sendableOf } from './sendable.ts'

test('limits in use have a line each, unused ones a sentence, and proof of work is told apart', () => {
  expect(
    sendableOf([
      { name: 'transfers', state: 'near', used: '16', max: '20', left: '4' },
      { name: 'delegations', state: 'limit', used: '390', max: '390', left: '0' },
      { name: 'pow', state: 'ok', used: '82', max: '200', left: '118' },
      { name: 'votes', state: 'ok', used: '0', max: '3', left: '3' },
      { name: 'proposals', state: 'ok', used: '0', max: '1', left: '1' },
    ]),
  ).toEqual({
    lines: [
      { name: 'Transfers', left: '4', state: 'near' },
      { name: 'Delegations', left: '0 until the reset', state: 'limit' },
    ],
    unused: '3 votes on each proposal and 1 proposal',
  })
})

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
