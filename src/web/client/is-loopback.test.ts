import { afterEach, expect, test, vi } from 'vitest'
import { isLoopback } from './connection.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page at `origin` that has had answers: from where, after how many milliseconds, of how many bytes. */
function pageAt(origin: string, answers: readonly (readonly [name: string, took: number, size?: number])[]): void {
  vi.stubGlobal('location', new URL(`${origin}/ledger-export`))
  const entries = answers.map(([name, took, transferSize = 300]) => ({
    name,
    transferSize,
    requestStart: 1000,
    responseStart: 1000 + took,
  }))
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as unknown as PerformanceEntryList)
}

test.each(['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:81'])('%s is near', (origin) => {
  pageAt(origin, [
    [`${origin}/assets/page.js`, 40],
    [`${origin}/api/v2/assets`, 1.5],
  ])
  expect(isLoopback()).toBe(true)
})

test('the far end of a tunnel is not near', () => {
  const origin = 'http://127.0.0.1:8080'
  pageAt(origin, [
    [`${origin}/assets/page.js`, 21],
    [`${origin}/api/v2/assets`, 18],
    [`${origin}/assets/kept.js`, 0, 0],
    ['http://127.0.0.1:3008/api/v2/assets', 1],
  ])
  expect(isLoopback()).toBe(false)
})

test.each(['https://lyra.example', 'https://localhost.example', 'http://10.0.0.7'])('%s is not near', (origin) => {
  pageAt(origin, [[`${origin}/api/v2/assets`, 1]])
  expect(isLoopback()).toBe(false)
})
