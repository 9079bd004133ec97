// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pagePaths, type PageEntry, pages } from '../../wire/pages.ts'
import { testRouter } from '../../../tests/web/render-routes.tsx'
import { useLocation, useParams } from '../router/use-location.ts'
import { router } from './routes.tsx'
import { routeEntitiesOf } from './navigation/route-entities.ts'

const id = '0123456789abcdef'.repeat(4)
const other = 'fedc'.repeat(16)
const spellings = [id.toUpperCase(), ` ${id} `, `0x${id}`, ` 0X${id.toUpperCase()}\n`, `"${id}"`]

/** Every name under which a page keeps an id in its address. */
const filters = ['partyId', 'marketId', 'assetId', 'teamId', 'party', 'compare', 'decimals']

/** A page that shows what any page of this address gets. */
function Received() {
  const params = useParams()
  const { pathname, search } = useLocation()
  return <output>{JSON.stringify({ params, search, subject: routeEntitiesOf(pathname, search) })}</output>
}

async function open(path: string): Promise<string> {
  history.replaceState(null, '', path)
  const { element, stop } = testRouter({ pages: Object.fromEntries(pagePaths.map(({ path }) => [path, Received])) })
  await act(async () => {
    render(element)
  })
  const text = screen.getByRole('status').textContent
  stop()
  cleanup()
  return text
}

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined))
afterEach(() => vi.unstubAllGlobals())

const asCandle = (way: string): string => way.replace(/(0x)?[0-9a-f]{64}/i, (hex) => `trades_candle_1_hour_${hex}`)

const write = (path: string, candle: boolean, way: string): string =>
  path.replace(/\$(\w+)/, (_, name: string) => encodeURIComponent(name === 'candleId' && candle ? asCandle(way) : way))

test('every path of the table has a page, and no page has another path', () => {
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(pagePaths.map(({ path }) => path).toSorted())
})

test('a page.tsx of the table exports its page and nothing else, so that no other export is drawn as one', () => {
  const sources = import.meta.glob<string>('../{features,pages}/*/page.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  for (const { code, name } of Object.values<PageEntry>(pages)) {
    if (code === undefined) continue
    const exported = sources[`../${code}/page.tsx`]?.match(/^export .*/gm) ?? []
    expect([name, exported]).toEqual([name, [expect.stringMatching(/^export function \w+Page\(\) \{$/)]])
  }
})

test.each(pagePaths.map(({ path }) => path))(
  'a key in capitals, with spaces or 0x is the same key at %s: no false all-clear',
  async (path) => {
    for (const candle of [false, true]) {
      const search = (way: string) =>
        [
          ...filters.map((name) => `${name}=${encodeURIComponent(way)}`),
          `party=${encodeURIComponent(way)},${other}`,
        ].join('&')
      const plain = await open(`${write(path, candle, id)}?${search(id)}&row=${id}.${other}&interval=1%20hour`)
      const address = `${location.pathname}${location.search}`
      expect(plain).toContain(id)
      for (const way of spellings) {
        const row = encodeURIComponent(`${way.trim()}.${other.toUpperCase()}`)
        const text = await open(`${write(path, candle, way)}?${search(way)}&row=${row}&interval=1%20hour`)
        expect(text).toBe(plain)
        expect(decodeURIComponent(`${location.pathname}${location.search}`)).toBe(decodeURIComponent(address))
      }
    }
  },
)

test('an address without a 64-digit id stays the characters it is', async () => {
  for (const path of ['/spam/network', '/parties/A%20b?row=1+2&x', '/spam/100%', '/candles?from=0X12#A']) {
    await open(path)
    expect(location.href).toBe(`${location.origin}${path}`)
  }
})

test('two slashes at the beginning of a path never name another host', async () => {
  await open(`${location.origin}//parties`)
  expect(location.href).toBe(`${location.origin}/parties`)
})
