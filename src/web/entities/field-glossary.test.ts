import { expect, test } from 'vitest'
import { LiquidityProvider } from '../../wire/liquidity-providers.ts'
import { PartyMarginMode } from '../../wire/margin-modes.ts'
import { TeamRefereeHistory } from '../../wire/referee-history.ts'
import { expectedLeaves, glossary, leavesOf } from './field-glossary.ts'
import { terms } from './terms.ts'

/** The dotted names of an object schema. */
function pathsOf(schema: unknown, prefix = ''): string[] {
  const { entries, wrapped } = schema as { entries?: Record<string, unknown>; wrapped?: unknown }
  if (wrapped && typeof wrapped === 'object' && 'entries' in wrapped) return pathsOf(wrapped, prefix)
  if (!entries) return [prefix.slice(0, -1)]
  return Object.entries(entries).flatMap(([name, member]) => pathsOf(member, `${prefix}${name}.`))
}

test('every field of the three records has its meaning', () => {
  const paths = [PartyMarginMode, TeamRefereeHistory, LiquidityProvider].flatMap((schema) => pathsOf(schema))
  expect(paths).toContain('sla.requiredLiquidity')
  expect(paths.filter((path) => !glossary[path])).toEqual([])
})

test('a field that is a term has no second definition', () => {
  const titles = new Set(Object.values(terms).map(({ title }): string => title))
  const doubled = Object.values(glossary).filter(({ name, of }) => of === undefined && titles.has(name))
  expect(doubled).toEqual([])
})

test('leaves keep the order of the record, lists are joined, null has no value', () => {
  expect(leavesOf({ a: '1', b: { c: ['0.1', '0.2'], d: '' }, e: null })).toEqual([
    { path: 'a', value: '1' },
    { path: 'b.c', value: '0.1, 0.2' },
    { path: 'b.d', value: '' },
    { path: 'e', value: undefined },
  ])
})

test('an expected field that is not there is listed without a value', () => {
  expect(expectedLeaves({ a: '1', s: { x: '2' } }, ['a', 's', 'z'])).toEqual([
    { path: 'a', value: '1' },
    { path: 's.x', value: '2' },
    { path: 'z', value: undefined },
  ])
})
