// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from './address/page.ts'
import { Outlet } from './address/outlet.tsx'
import { Router } from './address/router.tsx'
import { useLocation, useParams } from './address/use-address.ts'
import { routes } from './routes.tsx'
import { subjectOf } from './shell/navigation/route-entity.ts'

const id = '0123456789abcdef'.repeat(4)
const other = 'fedc'.repeat(16)
const spellings = [id.toUpperCase(), ` ${id} `, `0x${id}`, ` 0X${id.toUpperCase()}\n`, `"${id}"`]

/** Every name under which a page keeps an id in its address. */
const filters = ['partyId', 'marketId', 'assetId', 'teamId', 'party', 'compare', 'decimals']

/** A page that shows what any page of this address is told. */
function Told() {
  const params = useParams()
  const { pathname, search } = useLocation()
  return <output>{JSON.stringify({ params, search, subject: subjectOf(pathname, search) })}</output>
}

async function open(path: string): Promise<string> {
  history.replaceState(null, '', path)
  const told = page(async () => Told)
  const given = { ...routes, routes: routes.routes.map((route) => ({ ...route, page: told })), missing: told }
  await act(async () => {
    render(
      <Router given={given}>
        <Outlet />
      </Router>,
    )
  })
  const text = screen.getByRole('status').textContent
  cleanup()
  return text
}

afterEach(() => vi.unstubAllGlobals())

const asCandle = (way: string): string => way.replace(/(0x)?[0-9a-f]{64}/i, (hex) => `trades_candle_1_hour_${hex}`)

const write = (path: string, candle: boolean, way: string): string =>
  path.replace(/\$(\w+)/, (_, name: string) => encodeURIComponent(name === 'candleId' && candle ? asCandle(way) : way))

test.each(routes.routes.map(({ path }) => path))(
  'a key in capitals, with spaces or 0x is the same key at %s: nobody is told a false all-clear',
  async (path) => {
    vi.stubGlobal('scrollTo', () => undefined)
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
  vi.stubGlobal('scrollTo', () => undefined)
  for (const path of ['/spam/network', '/parties/A%20b?row=1+2&x', '//parties', '/spam/100%', '/candles?from=0X12#A']) {
    await open(path.startsWith('//') ? `${location.origin}${path}` : path)
    expect(location.href).toBe(`${location.origin}${path}`)
  }
})
