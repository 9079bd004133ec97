import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type History, historyCsv, merge, mergeHistories, record, valuesAt } from './history.ts'
import { type Run } from '../../../../wire/spam/spam-pace.ts'

const look = (at: number, used: string, epoch = '7') => ({ at, epoch, used, most: '20' })

test('a count that stays is one run; a change, an epoch, a long pause begin another', () => {
  let runs: Run[] = []
  for (let at = 0; at < 50; at++) runs = record(runs, look(at * 1000, at < 25 ? '1' : '2'))
  runs = record(runs, look(50_000, '2', '8'))
  runs = record(runs, look(5_000_000, '2', '8'))
  expect(runs.map(({ from, to, used, epoch, looks }) => [from, to, used, epoch, looks])).toEqual([
    [0, 24_000, '1', '7', 25],
    [25_000, 49_000, '2', '7', 25],
    [50_000, 50_000, '2', '8', 1],
    [5_000_000, 5_000_000, '2', '8', 1],
  ])
})

test('the ring stays bounded, and the newest stay', () => {
  let runs: Run[] = []
  for (let at = 0; at < 5_000; at++) runs = record(runs, look(at * 1000, String(at % 7)))
  expect(runs).toHaveLength(200)
  expect(runs.at(-1)?.to).toBe(4_999_000)
})

test('merges samples of two tabs', () => {
  const looks = fc.array(fc.record({ step: fc.integer({ min: 1, max: 9_000 }), up: fc.nat({ max: 1 }) }), {
    maxLength: 80,
  })
  fc.assert(
    fc.property(looks, (steps) => {
      let [at, used] = [0, 0]
      const all = steps.map(({ step, up }) => look((at += step), String((used += up))))
      const runs = (own: typeof all): Run[] => own.reduce<Run[]>((before, next) => record(before, next), [])
      const whole = runs(all)
      // one tab was opened later
      const late = runs(all.slice(Math.floor(all.length / 2)))
      expect(merge(whole, late)).toEqual(whole)
      expect(merge(late, whole)).toEqual(whole)
      expect(merge(whole, whole)).toEqual(whole)
      expect(merge([], whole)).toEqual(whole)
    }),
  )
})

/** What a source may have of one counter: its runs in time, joined as it records them. */
const source = (kept?: true) =>
  fc
    .array(
      fc.record({
        pause: fc.integer({ min: 0, max: 700_000 }),
        length: fc.integer({ min: 0, max: 20_000 }),
        used: fc.nat({ max: 3 }),
        epoch: fc.constantFrom('7', '8'),
        looks: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 30 },
    )
    .map((steps) => {
      let from = 0
      return steps.map(({ pause, length, used, epoch, looks }): Run => {
        from += pause
        const run = { from, to: from + length, epoch, used: String(used), most: '20', looks, ...(kept && { kept }) }
        from = run.to
        return run
      })
    })

test('readings of the node and of this browser merge into one history in any order, without loss', () => {
  fc.assert(
    fc.property(source(true), source(), (node, browser) => {
      const merged = merge(node, browser)
      expect(merge(browser, node)).toEqual(merged)
      expect(merge(merged, merged)).toEqual(merged)
      expect(merge(merged, browser)).toEqual(merged)
      expect(merge(node, merged)).toEqual(merged)
      expect(merged.map(({ from }) => from)).toEqual(merged.map(({ from }) => from).toSorted((a, b) => a - b))
      for (const { from, to, epoch, used, kept } of [...node, ...browser]) {
        const holding = merged.filter(
          (run) => run.epoch === epoch && run.used === used && run.from <= from && to <= run.to,
        )
        expect(holding).not.toHaveLength(0)
        if (kept) expect(holding.some((run) => run.kept)).toBe(true)
      }
    }),
  )
})

test('histories join counter by counter', () => {
  const run = record([], look(1, '3'))
  expect(mergeHistories({ transfers: run }, { votes: run })).toEqual({ transfers: run, votes: run })
})

test('the plot is by time, with gaps where nothing was read', () => {
  const runs = [look(0, '1'), look(100_000, '1'), look(200_000, '3'), look(2_000_000, '3')].reduce<Run[]>(
    (before, next) => record(before, next),
    [],
  )
  expect(valuesAt(runs, 21)).toEqual([1, 1, 3, ...Array<null>(17).fill(null), 3])
  expect(valuesAt([], 5)).toEqual([])
  expect(valuesAt(record([], look(1, '1')), 5)).toEqual([])
})

test('the file has one line for each run, with the counts as they came', () => {
  const history: History = {
    transfers: record(record([], look(0, '18446744073709551615')), look(5_000, '18446744073709551615')),
  }
  expect(historyCsv(history)).toEqual([
    'counter,epoch,used,max,first_seen,last_seen,answers\n',
    'transfers,7,18446744073709551615,20,1970-01-01T00:00:00.000Z,1970-01-01T00:00:05.000Z,2\n',
  ])
})

test('a reload continues where the last visit stopped', () => {
  const before = [look(0, '3'), look(5_000, '5')].reduce<Run[]>((runs, next) => record(runs, next), [])
  const after = [look(9_000, '5'), look(14_000, '5')].reduce<Run[]>((runs, next) => record(runs, next), [])
  expect(merge(before, after).map(({ from, to, used, looks }) => [from, to, used, looks])).toEqual([
    [0, 0, '3', 1],
    [5_000, 14_000, '5', 3],
  ])
})
