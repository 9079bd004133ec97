import { beforeEach, expect, test, vi, afterEach } from 'vitest'
import { recordResponse } from '../client/node-status.ts'
import { setSpam } from '../preferences/set-preferences.ts'
import { preferences } from '../preferences/preferences.ts'
import { noAdvice, pollInterval, stalenessOf } from './staleness.ts'

const start = 1_800_000_000_000
let round = 0
let base = ''
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  preferences.reset()
  base = `https://staleness${++round}.example`
  preferences.set({ node: base })
})
afterEach(() => void vi.useRealTimers())

const block = (seconds: number): Headers =>
  new Headers({
    Date: new Date(Date.now()).toUTCString(),
    'X-Block-Height': '100',
    'X-Block-Timestamp': `${start / 1000 + seconds}000000000`,
  })

test('values older than two polls give no orders', () => {
  expect(stalenessOf(start, 5_000, start + 10_000)).toBeUndefined()
  const old = stalenessOf(start, 5_000, start + 180_000)
  expect(old).toEqual({ cause: 'values', ageMs: 180_000 })
  expect(old && noAdvice(old)).toBe('No advice: values are 3 min old.')
})

test('a slow interval chosen in the settings, a hidden tab and a refresh by hand are not stale between two polls', () => {
  setSpam({ poll: 15_000 })
  expect(pollInterval(false)).toBe(15_000)
  expect(stalenessOf(start, pollInterval(false), start + 29_000)).toBeUndefined()
  setSpam({ poll: 5_000 })
  expect(pollInterval(true)).toBe(60_000)
  setSpam({ poll: 0 })
  expect(stalenessOf(start, pollInterval(false), start + 61_000)).toBeDefined()
})

test('a clock that was set back leaves no value of unknown age looking fresh', () => {
  const old = stalenessOf(start, 5_000, start - 3_600_000)
  expect(old && noAdvice(old)).toBe('No advice: the age of the values is unknown.')
  expect(stalenessOf(start, 5_000, start - 500)).toBeUndefined()
})

test('a node that answers while its chain stands still gives no orders', () => {
  recordResponse(base, block(0), start, start)
  vi.advanceTimersByTime(180_000)
  // Not heard of since: the next response may well bring a new block.
  expect(stalenessOf(Date.now(), 60_000, Date.now())).toBeUndefined()
  recordResponse(base, block(0), Date.now(), Date.now())
  const old = stalenessOf(Date.now(), 60_000, Date.now())
  expect(old?.cause).toBe('chain')
  expect(old && noAdvice(old)).toBe('No advice: the chain’s last block is 3 min old.')
  recordResponse(base, block(180), Date.now(), Date.now())
  expect(stalenessOf(Date.now(), 60_000, Date.now())).toBeUndefined()
})
