// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordBlockTime, recordFacts } from '../../../client/node-status.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { EpochRule } from './verdict-panel.tsx'

let base = ''
let round = 0
beforeEach(() => {
  base = `https://epoch${++round}.example`
  preferences.reset()
  preferences.set({ node: base })
})
afterEach(cleanup)

const minute = 60_000_000_000n
/** A chain whose last block was so long ago, within an epoch of ten minutes. */
function chain(age: bigint): void {
  const last = BigInt(Date.now()) * 1_000_000n - age
  recordBlockTime(base, last)
  recordFacts(base, { epoch: { seq: '7', start: last - 4n * minute, end: last + 6n * minute } })
  render(<EpochRule seq="7" />)
}

test('beside an epoch of ten minutes no other length is called usual', () => {
  chain(0n)
  expect(screen.getByText('This one lasts 10 min.')).toBeTruthy()
  expect(screen.queryByText(/24 h/)).toBeNull()
  expect(screen.getByText(/Counters reset in/)).toBeTruthy()
})

test('nothing counts down to the next epoch of a chain that has stopped', () => {
  chain(90n * minute)
  expect(screen.queryByText(/Counters reset in/)).toBeNull()
  expect(screen.getByRole('img', { name: 'Epoch 7, 40 % elapsed' })).toBeTruthy()
})
