import { expect, test } from 'vitest'
import { LiquidityProvider } from '../../wire/liquidity-providers.ts'
import { PartyMarginMode } from '../../wire/margin-modes.ts'
import { TeamRefereeHistory } from '../../wire/referee-history.ts'
import { glossary } from './field-glossary.ts'
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
