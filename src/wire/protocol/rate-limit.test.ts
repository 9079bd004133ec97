import fc from 'fast-check'
import { expect, test } from 'vitest'
import { announcedBan, announcedCount, announcedPause, limiterRefusal } from './rate-limit.ts'

const now = 1_800_000_000_000
const names = ['Ratelimit-Limit', 'Ratelimit-Remaining'] as const

/** What a node, a proxy or a hostile host may write in a header. */
const written = fc.oneof(
  fc.constantFrom('Infinity', '-Infinity', 'NaN', '0.001', '1e9', '-5', '', ' ', '20, 20', '0x10', '1_000', '٣', '+1'),
  fc.double().map(String),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.string(),
  fc.integer({ min: 0, max: 10_000 }).map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
)

test('no header makes the limiter believe in an endless, negative or broken number of requests', () => {
  fc.assert(
    fc.property(written, (text) => {
      for (const name of names) {
        const count = announcedCount({ get: (asked) => (asked === name ? text : null) }, name)
        if (count === undefined) continue
        expect(Number.isInteger(count) && count >= 0 && count <= 10_000).toBe(true)
        expect(count).toBe(Number(text))
      }
    }),
  )
})

test.each(['Infinity', 'NaN', '0.001', '1e9', '-1', '', '20, 20', '100;w=1', '10001', '1000000', '9'.repeat(400)])(
  'a count of "%s" is not read',
  (text) => {
    for (const name of names) expect(announcedCount({ get: () => text }, name)).toBeUndefined()
  },
)

const headersOf = (all: Record<string, string>) => ({ get: (name: string) => all[name] ?? null })

test('the longest of the announced waits counts, whichever header has it', () => {
  const waits = { 'Retry-After': '2', 'Ratelimit-Retry-After': '7', 'Ratelimit-Reset': '9' }
  expect(announcedBan(headersOf(waits), now)).toBe(7000)
  expect(announcedPause(headersOf(waits), now)).toBe(9000)
})

test('a 403 is a ban by its words or its header alone, and else not of the limiter', () => {
  const none = headersOf({})
  expect(limiterRefusal(403, '{"message":"temporarily banned for continuing"}', none)).toBe('banned')
  expect(limiterRefusal(403, '', headersOf({ 'Ratelimit-Retry-After': '600' }))).toBe('banned')
  expect(limiterRefusal(403, 'Forbidden', none)).toBeUndefined()
  expect(limiterRefusal(503, 'temporarily banned', none)).toBeUndefined()
  expect(limiterRefusal(429, '', none)).toBe('limited')
})

test('a wait is a finite number of milliseconds from 0, whatever announces it', () => {
  fc.assert(
    fc.property(written, (text) => {
      const headers = { get: () => text }
      for (const wait of [announcedBan(headers, now), announcedPause(headers, now)]) {
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(Number.isNaN(wait)).toBe(false)
      }
    }),
  )
  const announced = (text: string) => announcedPause({ get: (name) => (name === 'Retry-After' ? text : null) }, now)
  expect(announced('7')).toBe(7000)
  expect(announced(new Date(now + 60_000).toUTCString())).toBe(60_000)
  expect(['-5', '3000-01-01', 'Infinity', '1e3', new Date(0).toUTCString()].map(announced)).toEqual([0, 0, 0, 0, 0])
})
