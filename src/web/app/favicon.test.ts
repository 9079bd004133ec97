import { expect, test } from 'vitest'
import { faviconOf } from './title.ts'

const fill = (state: string): string => `#${state}`

test('a state worth a look has a mark of its own in its colour', () => {
  const drawn = (['watch', 'near', 'limit', 'banned'] as const).map((state) =>
    decodeURIComponent(faviconOf(state, fill)),
  )
  expect(new Set(drawn.map((svg) => svg.replace(/#(watch|near|limit|banned)/g, ''))).size).toBe(4)
  expect(drawn[3]).toContain('fill="#banned"')
  for (const svg of drawn) expect(svg).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/)
})

test('quiet states leave the star alone', () => {
  for (const state of ['ok', 'none', 'denied', 'unknown', undefined] as const)
    expect(faviconOf(state, fill)).toBe('/favicon.svg')
})
