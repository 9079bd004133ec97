import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PowBlockState } from '../spam-statistics.ts'
import { adviceOf, factorOf } from '../../web/features/spam-statistics/proof-of-work/work-advice.ts'
import { nextDifficulty, workLeft, workOnBlocks, workOutlook } from './proof-of-work.ts'

const block = (height: string, more: Partial<PowBlockState> = {}): PowBlockState => ({
  blockHeight: height,
  blockHash: `hash-${height}`,
  transactionsSeen: '0',
  expectedDifficulty: '15',
  hashFunction: 'sha3_24_rounds',
  difficulty: '15',
  txPerBlock: '2',
  increasingDifficulty: true,
  ...more,
})

test('a difficulty above 256 is an underflow: base is enough', () => {
  expect(nextDifficulty(block('1', { expectedDifficulty: '18446744073709551615' }))).toBe(15n)
  expect(nextDifficulty(block('1', { expectedDifficulty: '257' }))).toBe(15n)
  expect(nextDifficulty(block('1', { expectedDifficulty: '256' }))).toBe(256n)
  expect(nextDifficulty(block('1', { expectedDifficulty: undefined }))).toBeUndefined()
  expect(nextDifficulty(block('1', { expectedDifficulty: null }))).toBeUndefined()
})

test('blocks come sorted, newest first, with what each still allows', () => {
  const rows = workOnBlocks({
    numberOfPastBlocks: '100',
    blockStates: [
      block('961', { transactionsSeen: '4', expectedDifficulty: '17' }),
      block('1000'),
      block('999', { transactionsSeen: '2', expectedDifficulty: undefined }),
    ],
  })
  expect(rows).toMatchObject([
    { height: '1000', newest: true, next: '15', cost: '1', leftAtBase: '2', expiresIn: '100' },
    { height: '999', newest: false, next: undefined, cost: undefined, leftAtBase: '0', expiresIn: '99' },
    { height: '961', newest: false, next: '17', cost: '4', leftAtBase: '0', expiresIn: '61' },
  ])
})

test('the window counts base places of all past blocks, used ones of hashes that still count', () => {
  expect(
    workLeft({
      numberOfPastBlocks: '100',
      blockStates: [
        block('1000'),
        block('990', { transactionsSeen: '9', expectedDifficulty: '40' }),
        block('900', { transactionsSeen: '2' }),
      ],
    }),
  ).toEqual({ used: '2', max: '200', left: '198', unused: '98', closed: '0', perHash: '2', increasing: true })
})

test('an absurd credit is bounded, beside the places of the hash', () => {
  const blockStates = [block('1000', { expectedDifficulty: String(2n ** 63n) })]
  expect(workOnBlocks({ numberOfPastBlocks: '100', blockStates })[0]?.leftAtBase).toBe('10002')
})

test('an exhausted hash is not counted on, whatever was sent with it', () => {
  const pow = {
    numberOfPastBlocks: '100',
    blockStates: [block('1000', { expectedDifficulty: null, transactionsSeen: '1' }), block('999')],
  }
  expect(workOnBlocks(pow)[0]).toMatchObject({ next: undefined, leftAtBase: '0' })
  expect(workLeft(pow)).toMatchObject({ used: '2', left: '198', closed: '1' })
  expect(adviceOf(pow, undefined)).toMatch(/^The newest hash, block 1,000, accepts no more\./)
})

test('a cost of many digits is shown as a power', () => {
  const cost = (expectedDifficulty: string): string | undefined =>
    workOnBlocks({ numberOfPastBlocks: '1', blockStates: [block('1', { expectedDifficulty, difficulty: '0' })] })[0]
      ?.cost
  expect(factorOf(cost('10') ?? '')).toBe('×1,024')
  expect(factorOf(cost('24') ?? '')).toBe('×2^24')
  expect(factorOf(cost('256') ?? '')).toBe('×2^256')
})

test('a young chain has fewer blocks than the window', () => {
  expect(workLeft({ numberOfPastBlocks: '100', blockStates: [block('3')] })).toMatchObject({ max: '6', left: '6' })
})

test('a window without gaps leaves nothing untouched', () => {
  const full = Array.from({ length: 5 }, (_, index) =>
    block(String(1000 - index), { transactionsSeen: '2', expectedDifficulty: undefined, increasingDifficulty: false }),
  )
  expect(workLeft({ numberOfPastBlocks: '5', blockStates: full })).toEqual({
    used: '10',
    max: '10',
    left: '0',
    unused: '0',
    closed: '5',
    perHash: '2',
    increasing: false,
  })
})

test.each<[words: RegExp, blocks: PowBlockState[], window?: string, blockTime?: number]>([
  [/^The node reports no block/, []],
  [/^Next: use block 1,000\. It accepts 2 more transactions at base difficulty \(15 bits\)\.$/, [block('1000')]],
  [/It accepts 1 more transaction at base difficulty/, [block('1000', { transactionsSeen: '1' })]],
  [
    /^The newest hash, block 1,000, now requires 17 bits, ×4 the work\. .*98 older hashes .* untouched: each accepts 2/,
    [block('1000', { transactionsSeen: '4', expectedDifficulty: '17' }), block('999')],
  ],
  [
    /^The newest hash, block 1,000, accepts no more\. Wait for the next block \(one about every 1 s\)\./,
    [block('1000', { transactionsSeen: '2', expectedDifficulty: undefined })],
    '100',
    812,
  ],
  [
    /Or use block 999, which still accepts 1 at base/,
    [block('1000', { transactionsSeen: '2', expectedDifficulty: null }), block('999', { transactionsSeen: '1' })],
    '2',
  ],
  [
    /Every hash in the window is used up at base difficulty\.$/,
    [block('1000', { transactionsSeen: '3', expectedDifficulty: '16' })],
    '1',
  ],
  [
    /Earlier proofs were better than required, so 15 bits are enough/,
    [block('1000', { transactionsSeen: '4', expectedDifficulty: '18446744073709551615' })],
  ],
])('what to do next: %s', (words, blockStates, numberOfPastBlocks = '100', blockTime) => {
  expect(adviceOf({ numberOfPastBlocks, blockStates }, blockTime)).toMatch(words)
})

test('what is left at base counts the credit of better proofs, as the chain does', () => {
  // The sums of the chain (wire.md 9.3): base 15, two transactions a step.
  const left = (transactionsSeen: string, expectedDifficulty: string): string | undefined =>
    workOnBlocks({ numberOfPastBlocks: '100', blockStates: [block('1', { transactionsSeen, expectedDifficulty })] })[0]
      ?.leftAtBase
  expect(left('0', '15')).toBe('2')
  expect(left('1', '15')).toBe('1')
  expect(left('2', '16')).toBe('0')
  expect(left('2', '15')).toBe('1')
  const pow = {
    numberOfPastBlocks: '100',
    blockStates: Array.from({ length: 55 }, (_, at) =>
      block(String(1000 - at), { transactionsSeen: '2', expectedDifficulty: at < 28 ? '15' : '16' }),
    ),
  }
  expect(workLeft(pow)).toMatchObject({ left: '118', used: '82', max: '200' })
})

test('no more is left at base than the chain would take, and all of it where the node tells the credit', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.integer({ min: 1, max: 5 }), fc.nat(200), (seen, limit, extra) => {
      const required = (count: number): number =>
        Array.from({ length: count }, (_, at) => 15 + Math.floor(at / limit)).reduce((sum, bits) => sum + bits, 0)
      const achieved = required(seen) + (seen === 0 ? 0 : extra)
      const expected = (sent: number): number => required(seen + sent + 1) - achieved - sent * 15
      let sent = 0
      while (expected(sent) <= 15) sent += 1
      const told = expected(0) < 0 ? 2n ** 64n + BigInt(expected(0)) : BigInt(Math.max(15, expected(0)))
      const counts = { transactionsSeen: String(seen), txPerBlock: String(limit), expectedDifficulty: String(told) }
      const [row] = workOnBlocks({ numberOfPastBlocks: '100', blockStates: [block('1', counts)] })
      const left = Number(row?.leftAtBase)
      expect(left).toBeLessThanOrEqual(sent)
      if (expected(0) < 0 || expected(0) >= 15) expect(left).toBe(sent)
    }),
  )
})

test('a difficulty from nowhere neither hangs nor invents transactions without end', () => {
  const odd = { transactionsSeen: '18446744073709551615', txPerBlock: '18446744073709551615' }
  for (const expectedDifficulty of ['9223372036854775808', '257', '18446744073709551615', '0'])
    for (const more of [{}, odd, { txPerBlock: '1' }, { txPerBlock: '0' }, { ...odd, transactionsSeen: '0' }])
      expect(
        workLeft({ numberOfPastBlocks: '100', blockStates: [block('1000', { expectedDifficulty, ...more })] }),
      ).toBeDefined()
})

test('a hash that has expired since the answer is not advised', () => {
  const pow = { numberOfPastBlocks: '100', blockStates: [block('1000')] }
  expect(adviceOf(pow, 1_000, 99n)).toContain('use block 1,000')
  expect(adviceOf(pow, 1_000, 100n)).toBe('No advice: the newest hash that the node reported has expired.')
})

describe('how long proof of work lasts', () => {
  const used = (height: number, seen: number): PowBlockState => ({
    blockHeight: String(height),
    blockHash: 'h',
    transactionsSeen: String(seen),
    expectedDifficulty: '15',
    hashFunction: 'sha3_24_rounds',
    difficulty: '15',
    txPerBlock: '2',
    increasingDifficulty: false,
  })
  const window = (blocks: number, seen: number) => ({
    numberOfPastBlocks: '100',
    blockStates: Array.from({ length: blocks }, (_, at) => used(1000 - at, seen)),
  })

  test('a window that refills faster than it is used lasts', () => {
    expect(workOutlook(window(50, 1))).toMatchObject({
      left: '150',
      perBlock: 2,
      sentPerBlock: 1,
      lastsBlocks: undefined,
    })
  })
  test('a rate above what each block adds runs out, whatever the epoch does', () => {
    expect(workOutlook(window(20, 4))).toMatchObject({ left: '160', sentPerBlock: 4, lastsBlocks: 80 })
  })
  test('a burst on the newest block is no rate of so many a block', () => {
    expect(workOutlook(window(1, 30))).toMatchObject({ sentPerBlock: 3 })
  })
  test('nothing used, and no block at all', () => {
    expect(workOutlook(window(1, 0))).toMatchObject({ sentPerBlock: 0, lastsBlocks: undefined })
    expect(workOutlook({ numberOfPastBlocks: '100', blockStates: [] })).toBeUndefined()
  })
})
