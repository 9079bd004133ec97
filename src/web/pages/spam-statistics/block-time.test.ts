import { beforeEach, expect, test } from 'vitest'
import type { PowStatistics } from '../../../wire/spam-statistics.ts'
import { preferences } from '../../preferences/preferences.ts'
import { blockTime, observeHeight } from './block-time.ts'

let round = 0
beforeEach(() => preferences.set({ node: `https://blocks${++round}.example` }))

const pow = (...heights: number[]): PowStatistics => ({
  numberOfPastBlocks: '100',
  blockStates: heights.map((height) => ({
    blockHeight: String(height),
    blockHash: 'aa',
    transactionsSeen: '0',
    hashFunction: 'sha3_24_rounds',
    difficulty: '15',
    txPerBlock: '2',
    increasingDifficulty: true,
  })),
})

test('blocks are timed between answers, whatever their order within one', () => {
  observeHeight(pow(100), 0)
  observeHeight(pow(90, 105, 99), 5_000)
  expect(blockTime()).toBeUndefined()
  observeHeight(pow(110), 10_000)
  expect(blockTime()).toBe(1_000)
})

test('a chain that stands still has no block time', () => {
  for (let at = 0; at < 60_000; at += 5_000) observeHeight(pow(100), at)
  expect(blockTime()).toBeUndefined()
})

test('another node and a chain that fell back start over', () => {
  for (let at = 0; at <= 10; at++) observeHeight(pow(1000 + at), at * 1_000)
  expect(blockTime()).toBe(1_000)
  preferences.set({ node: `https://blocks${++round}.example` })
  expect(blockTime()).toBeUndefined()
  for (let at = 0; at <= 10; at++) observeHeight(pow(1000 + at), at * 1_000)
  observeHeight(pow(5), 20_000)
  expect(blockTime()).toBeUndefined()
})

test('answers without proof of work say nothing', () => {
  observeHeight(undefined, 0)
  observeHeight(null, 1)
  observeHeight(pow(), 2)
  expect(blockTime()).toBeUndefined()
})
