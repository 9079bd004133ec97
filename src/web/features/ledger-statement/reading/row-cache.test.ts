import { expect, test } from 'vitest'
import { party, csvRowsOf } from '../../../../../tests/web/ledger.ts'
import { RowCache } from './row-cache.ts'

const lines = csvRowsOf(
  Array.from({ length: 5000 }, (_, at) => ({
    time: at * 1_000_000,
    entry: 0,
    quantity: BigInt(at),
    type: 'T',
    kind: 'in' as const,
  })),
).map((row) => row.slice(0, -1))

function cacheOf(count: number) {
  const asked: number[] = []
  const cache = new RowCache(async (from, end) => {
    asked.push(from)
    return lines.slice(shown.first + from, shown.first + Math.min(end, shown.count))
  })
  const shown = { count, first: 0 }
  cache.party = party
  cache.grow(count)
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { cache, asked, shown, settled, quantityAt: (index: number) => cache.at(index)?.quantity }
}

test('a row that is asked for comes, and its neighbours with it, each once', async () => {
  const { cache, asked, settled, quantityAt } = cacheOf(5000)
  expect(cache.at(1000)).toBeUndefined()
  expect(cache.at(1001)).toBeUndefined()
  await settled()
  expect(quantityAt(1000)).toBe('1000')
  expect(asked.toSorted((a, b) => a - b)).toEqual([800, 1000, 1200])
})

test('what comes behind the last row is read again, and the rows before stay in view', async () => {
  const { cache, shown, settled, quantityAt } = cacheOf(50)
  cache.at(0)
  await settled()
  shown.count = 120
  cache.grow(120)
  expect([quantityAt(49), quantityAt(119)]).toEqual(['49', undefined])
  await settled()
  expect(quantityAt(119)).toBe('119')
})

test('the first rows stand without being asked for, and are read again when more come', async () => {
  const { cache, asked, settled, shown, quantityAt } = cacheOf(50)
  cache.begin(lines.slice(0, 50))
  expect([quantityAt(0), quantityAt(49)]).toEqual(['0', '49'])
  expect(asked).toEqual([])
  shown.count = 120
  cache.grow(120)
  expect(quantityAt(119)).toBeUndefined()
  await settled()
  expect(quantityAt(119)).toBe('119')
})

test('rows of another filter never show in place of those asked for since', async () => {
  const { cache, shown, settled, quantityAt } = cacheOf(5000)
  cache.at(0)
  // The request is on its way.
  await Promise.resolve()
  shown.first = 100
  cache.reset(10)
  await settled()
  expect(quantityAt(0)).toBeUndefined()
  await settled()
  expect(quantityAt(0)).toBe('100')
})

test('the rows that are printed stay, however far the reader scrolls', async () => {
  const { cache, settled, quantityAt } = cacheOf(5000)
  cache.prepare()
  await settled()
  for (let index = 1000; index < 5000; index += 200) {
    cache.at(index)
    await settled()
  }
  expect([0, 500, 999].map(quantityAt)).toEqual(['0', '500', '999'])
})
