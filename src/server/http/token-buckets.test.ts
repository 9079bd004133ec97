import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenBuckets } from './rate-limit.ts'

test('no address gets more than its burst and what was refilled since, however its requests are spaced', () => {
  const arrivals = fc.array(fc.record({ wait: fc.nat(2000), address: fc.constantFrom('a', 'b', 'c') }), {
    maxLength: 300,
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), arrivals, (perSecond, arrivals) => {
      let now = 0
      const buckets = new TokenBuckets(perSecond, () => now)
      const allowed = new Map<string, number[]>()
      for (const { wait, address } of arrivals) {
        now += wait
        if (buckets.take(address).allowed) allowed.set(address, [...(allowed.get(address) ?? []), now])
      }
      for (const times of allowed.values()) {
        for (const [from, begin] of times.entries()) {
          for (const [to, end] of times.entries()) {
            if (to < from) continue
            const most = buckets.burst + ((end - begin) / 1000) * perSecond
            expect(to - from + 1).toBeLessThanOrEqual(most + 1e-6)
          }
        }
      }
    }),
  )
})

test('a client below the rate is never refused, and one that waits for Retry-After is allowed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(400), (perSecond, requests) => {
      let now = 0
      const buckets = new TokenBuckets(perSecond, () => now)
      for (let n = 0; n < requests; n += 1) {
        const { allowed, retryAfter } = buckets.take('greedy')
        if (allowed) continue
        now += retryAfter * 1000
        expect(buckets.take('greedy').allowed).toBe(true)
      }
      for (let n = 0; n < requests; n += 1) {
        now += 1000 / perSecond + 0.001
        expect(buckets.take('steady').allowed).toBe(true)
      }
    }),
  )
})

test('an address that was silent for an hour has its burst and no more', () => {
  let now = 0
  const buckets = new TokenBuckets(20, () => now)
  buckets.take('a')
  now = 3_600_000
  expect(buckets.take('a')).toMatchObject({ remaining: 99 })
})

test('what remains is what is really allowed at once', () => {
  let now = 0
  const buckets = new TokenBuckets(20, () => now)
  for (let left = 99; left >= 0; left -= 1) expect(buckets.take('a')).toMatchObject({ allowed: true, remaining: left })
  expect(buckets.take('a')).toEqual({ allowed: false, remaining: 0, retryAfter: 1 })
  expect(buckets.take('b')).toMatchObject({ allowed: true, remaining: 99 })
  now = 50
  expect(buckets.take('a').allowed).toBe(true)
})

test('addresses by the million take no more memory than the bound, and the busy one is not forgotten', () => {
  const buckets = new TokenBuckets(1, () => 0, 3)
  for (let n = 0; n < 1000; n += 1) {
    buckets.take('busy')
    buckets.take(`visitor ${n}`)
  }
  expect(buckets.size).toBe(3)
  expect(buckets.take('busy').allowed).toBe(false)
})
