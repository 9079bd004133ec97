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

/** By a wall clock that the monotonic one keeps up with, unless this device slept for so many milliseconds. */
const see = (statistics: PowStatistics | null | undefined, at: number, slept = 0): void =>
  observeHeight(statistics, at, 1_800_000_000_000 + at + slept)

test('block times are measured between responses, in any order within one', () => {
  see(pow(100), 0)
  see(pow(90, 105, 99), 5_000)
  expect(blockTime()).toBeUndefined()
  see(pow(110), 10_000)
  expect(blockTime()).toBe(1_000)
})

test('a stopped chain has no block time', () => {
  for (let at = 0; at < 60_000; at += 5_000) see(pow(100), at)
  expect(blockTime()).toBeUndefined()
})

test('another node and a chain that fell back start over', () => {
  for (let at = 0; at <= 10; at++) see(pow(1000 + at), at * 1_000)
  expect(blockTime()).toBe(1_000)
  preferences.set({ node: `https://blocks${++round}.example` })
  expect(blockTime()).toBeUndefined()
  for (let at = 0; at <= 10; at++) see(pow(1000 + at), at * 1_000)
  see(pow(5), 20_000)
  expect(blockTime()).toBeUndefined()
})

test('answers without proof of work say nothing', () => {
  see(undefined, 0)
  see(null, 1)
  see(pow(), 2)
  expect(blockTime()).toBeUndefined()
})

test('blocks that came while this device slept do not make the next ones look fast', () => {
  for (let at = 0; at <= 10; at++) see(pow(1000 + at), at * 1_000)
  const hour = 3_600_000
  see(pow(4_612), 12_000, hour)
  expect(blockTime()).toBeUndefined()
  for (let at = 13; at <= 20; at++) see(pow(4_600 + at), at * 1_000, hour)
  expect(blockTime()).toBe(1_000)
})
