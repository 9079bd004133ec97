import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from '../../../wire/pages.ts'
import { allPlaces, placeOf, places } from './navigation-items.ts'
import { subjectOf } from './route-entity.ts'

const party = 'c1'.repeat(32)
const market = 'a1'.repeat(32)

test('every page is found again by the addresses it gives, and no two share a key', () => {
  for (const place of allPlaces) {
    for (const subject of [{}, { party }, { market }, { party, market }]) {
      const url = new URL(place.href(subject), 'http://x')
      expect(placeOf(url.pathname)).toBe(place)
    }
  }
  expect(new Set(allPlaces.map(({ key }) => key)).size).toBe(allPlaces.length)
})

test('a page that needs a party or a market has it in its address', () => {
  for (const place of [places.party, places.spam, places.teamHistory]) {
    expect(subjectOf(new URL(place.href({ party }), 'http://x').pathname, {})).toEqual({ party })
  }
  expect(places.candles.href({ market })).toBe(`/markets/${market}/candles`)
  expect(places.marginModes.href({ market })).toBe(`/margin-modes?marketId=${market}`)
  expect(places.liquidity.href({})).toBe('/liquidity-providers')
})

test('every path of the route table belongs to its page and names what the table says', () => {
  for (const { name, paths } of Object.values(pages)) {
    for (const [path, entity] of Object.entries<string | undefined>(paths)) {
      const pathname = path.replace(/\$\w+/, party)
      expect(placeOf(pathname)?.name).toBe(name)
      expect(subjectOf(pathname, {})).toEqual(entity === undefined ? {} : { [entity]: party })
    }
  }
  expect(placeOf('//x')).toBeUndefined()
})

test('ids that are no ids do not break out of the path', () => {
  expect(places.party.href({ party: '../x?y#z' })).toBe('/parties/..%2Fx%3Fy%23z')
})

test('an unknown address belongs to no page', () => {
  expect(placeOf('/nowhere')).toBeUndefined()
  expect(placeOf('/partiesandmore')).toBeUndefined()
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
