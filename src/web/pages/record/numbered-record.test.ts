// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { blockSentence, epochFacts, epochSentence, numberOf } from './numbered-record.tsx'

const minute = 60_000_000_000n
const at = (ns: bigint) => String(1_795_176_000_000_000_000n + ns)
const epoch = (over: object = {}) =>
  epochFacts({
    seq: '102007',
    timestamps: {
      startTime: at(0n),
      expiryTime: at(10n * minute),
      endTime: at(10n * minute),
      firstBlock: '601',
      lastBlock: '1200',
      ...over,
    },
  })
const now = BigInt(at(14n * minute))

test('an ended epoch says its length, its blocks and how long ago; a running one when it ends', () => {
  expect(epochSentence(epoch(), now, 'utc')).toBe('Epoch 102,007 lasted 10 min, 600 blocks, and ended 4 min ago.')
  expect(epochSentence(epoch({ endTime: '0' }), now, 'utc', true)).toMatch(/; it is due to end \d[^.]*UTC\.$/)
  expect(epochSentence(epoch({ lastBlock: '0' }), now, 'utc')).toBe('Epoch 102,007 lasted 10 min, and ended 4 min ago.')
  const running = epoch({ endTime: '0', lastBlock: '0', expiryTime: at(20n * minute) })
  expect(epochSentence(running, now, 'utc')).toMatch(/has been running since .*; it ends in about 6 min\.$/)
  expect(epochSentence(running, BigInt(at((39n * minute) / 2n)), 'utc')).toMatch(/; it ends in less than a minute\.$/)
  expect(epochSentence(running, BigInt(at(21n * minute)), 'utc')).toMatch(/; it is due to end\.$/)
})

test('an epoch whose start or planned end is not known is not said to have begun in 1970', () => {
  const running = epoch({ startTime: '0', expiryTime: '0', endTime: '0', lastBlock: '0' })
  expect(epochSentence(running, now, 'utc')).toBe('Epoch 102,007 is running.')
  expect(epochSentence(epoch({ startTime: '0' }), now, 'utc')).toBe('Epoch 102,007, 600 blocks, ended 4 min ago.')
})

test('a block after the last one of the node is never placed in the running epoch', () => {
  const running = epoch({ endTime: '0', lastBlock: '0' })
  expect(blockSentence('5000', '1300', running)).toBe(
    'Block 5,000 does not exist yet: the last block of this node is 1,300.',
  )
  expect(blockSentence('5000', '1300', running, true)).toBe(
    'Block 5,000 is not known: the last block that this node reported is 1,300.',
  )
  expect(blockSentence('1201', '1300', running)).toBe('Block 1,201 is number 601 in epoch 102,007.')
})

test('a block is placed in its epoch, its ends by name', () => {
  expect(blockSentence('700', '1300', epoch())).toBe('Block 700 is number 100 of 600 in epoch 102,007.')
  expect(blockSentence('601', '1300', epoch())).toBe('Block 601 is the first of epoch 102,007.')
  expect(blockSentence('1200', undefined, epoch())).toBe('Block 1,200 is the last of epoch 102,007.')
  expect(blockSentence('700', '1300', epoch({ firstBlock: '0' }))).toBe('Block 700 is in epoch 102,007.')
})

test('only digits are a number in an address', () => {
  expect(['7', '007', '0', '18446744073709551615'].map(numberOf)).toEqual(['7', '7', '0', undefined])
  expect(['', 'x', '-1', '1.5', '1e3', ' 1'].map(numberOf)).toEqual(Array.from({ length: 6 }, () => undefined))
})
