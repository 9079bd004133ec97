import { expect, test } from 'vitest'
import { rangeNotes } from './range-notes.ts'

const facts = { rows: 2, first: '2024-03-01 10:00:00+00' }
const ns = (text: string): string => `${Date.parse(text)}000000`
const reached = { now: BigInt(ns('2024-06-01T00:00:00Z')), lastBlock: BigInt(ns('2024-05-31T23:59:59Z')) }
const nothing = { rows: 0, first: undefined }

test('a file that starts late says that the node may not keep older data', () => {
  const requested = { from: ns('2024-01-01T00:00:00Z'), to: ns('2024-05-01T00:00:00Z') }
  expect(rangeNotes(requested, facts, reached, 'utc')).toEqual([
    'The first entry comes 60 days after the start of the range. The node may not keep older data.',
  ])
  expect(rangeNotes({ ...requested, from: ns('2024-03-01T00:00:00Z') }, facts, reached, 'utc')).toEqual([])
  expect(rangeNotes(requested, nothing, reached, 'utc')[0]).toContain('No entries')
})

test('an open end is mentioned', () => {
  expect(rangeNotes({}, facts, reached, 'utc')[0]).toContain('still open')
  expect(rangeNotes({ to: ns('2024-07-01T00:00:00Z') }, facts, reached, 'utc')[0]).toContain('still open')
})

test('a range is not called open on a node that does not tell its last block', () => {
  const [note] = rangeNotes({}, facts, { now: reached.now }, 'utc')
  expect(note).toMatch(/^The age of this node’s data is not known/)
  expect(note).not.toContain('still open')
})

test('an export of nothing names the last block of the node, and no month that the chain never saw', () => {
  const lastBlock = BigInt(ns('2024-03-31T00:00:00Z'))
  const archive = { now: BigInt(ns('2026-11-22T00:00:00Z')), lastBlock, stoppedAt: lastBlock }
  const october = { from: ns('2026-10-01T00:00:00Z'), to: ns('2026-11-01T00:00:00Z') }
  expect(rangeNotes(october, nothing, archive, 'utc')).toEqual([
    "The range begins after the node's last block, which is from 31 Mar 2024, 00:00:00 UTC.",
  ])
  const march = { from: ns('2024-03-01T00:00:00Z'), to: ns('2024-04-01T00:00:00Z') }
  expect(rangeNotes(march, nothing, archive, 'utc')).toEqual([
    "No entries in this range. The node's last block is from 31 Mar 2024, 00:00:00 UTC; it may not keep older data.",
  ])
  expect(rangeNotes({}, facts, archive, 'utc')).toEqual([
    "The node's last block is from 31 Mar 2024, 00:00:00 UTC: later entries are not in the file.",
  ])
  expect(rangeNotes({ to: ns('2024-03-30T00:00:00Z') }, facts, archive, 'utc')).toEqual([])
})

test('an empty export says when the chain began if its core reports it, and guesses nothing otherwise', () => {
  const lastBlock = BigInt(ns('2024-03-31T00:00:00Z'))
  const stopped = { now: lastBlock, lastBlock, stoppedAt: lastBlock }
  const genesis = BigInt(ns('2023-05-01T00:00:00Z'))
  const before = { from: ns('2023-01-01T00:00:00Z'), to: ns('2023-02-01T00:00:00Z') }
  expect(rangeNotes(before, nothing, { ...stopped, genesis }, 'utc')).toContain(
    'The chain began 1 May 2023, 00:00:00 UTC.',
  )
  expect(rangeNotes(before, nothing, stopped, 'utc').join(' ')).not.toContain('began')
  expect(rangeNotes({}, facts, { ...stopped, genesis }, 'utc').join(' ')).not.toContain('began')
})
