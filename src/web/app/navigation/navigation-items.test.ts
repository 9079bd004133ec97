import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from '../../../wire/pages.ts'
import { keyedItems, navigationItemOf, navigationItems } from './navigation-items.ts'
import { routeEntitiesOf } from './route-entities.ts'

const party = 'c1'.repeat(32)
const market = 'a1'.repeat(32)

test('every page is found again by the addresses it gives, and no two share a key', () => {
  for (const place of keyedItems) {
    for (const subject of [{}, { party }, { market }, { party, market }]) {
      const url = new URL(place.href(subject), 'http://x')
      expect(navigationItemOf(url.pathname)).toBe(place)
    }
  }
  expect(new Set(keyedItems.map(({ key }) => key)).size).toBe(keyedItems.length)
})

test('a page that needs a party or a market has it in its address', () => {
  for (const place of [navigationItems.party, navigationItems.spam, navigationItems.teamHistory]) {
    expect(routeEntitiesOf(new URL(place.href({ party }), 'http://x').pathname, {})).toEqual({ party })
  }
  expect(navigationItems.candles.href({ market })).toBe(`/markets/${market}/candles`)
  expect(navigationItems.marginModes.href({ market })).toBe(`/margin-modes?marketId=${market}`)
  expect(navigationItems.liquidity.href({})).toBe('/liquidity-providers')
})

test('every path of the route table belongs to its page and names what the table says', () => {
  for (const { name, paths } of Object.values(pages)) {
    for (const [path, entity] of Object.entries<string | undefined>(paths)) {
      const pathname = path.replace(/\$\w+/, party)
      expect(navigationItemOf(pathname)?.name).toBe(name)
      expect(routeEntitiesOf(pathname, {})).toEqual(entity === undefined ? {} : { [entity]: party })
    }
  }
  expect(navigationItemOf('//x')).toBeUndefined()
})

test('ids that are no ids do not break out of the path', () => {
  expect(navigationItems.party.href({ party: '../x?y#z' })).toBe('/parties/..%2Fx%3Fy%23z')
})

test('an unknown address belongs to no page', () => {
  expect(navigationItemOf('/nowhere')).toBeUndefined()
  expect(navigationItemOf('/partiesandmore')).toBeUndefined()
})

test('no page writes an id into an address without linkTo', () => {
  const web = new URL('../..', import.meta.url)
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  )
  const byHand = sources.flatMap((path) => {
    const text = readFileSync(new URL(path, web), 'utf8')
    return [...text.matchAll(/`\/[a-z-]+[^`]*[/=]\$\{[^`]*`/g)].map(([address]) => `${path}: ${address}`)
  })
  expect(sources.length).toBeGreaterThan(100)
  expect(byHand).toEqual([])
})
