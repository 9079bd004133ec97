import { expect, test, vi } from 'vitest'
import { RecentRead } from './recent-read.ts'

test('while a value is read anew the old one is not given out once it is too old', async () => {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const ends: ((value: string) => void)[] = []
  const recent = new RecentRead(() => new Promise<string>((resolve) => ends.push(resolve)), 200)
  const first = recent.get()
  expect(recent.last()).toBeUndefined()
  ends[0]?.('first')
  await first
  now += 199
  expect(recent.last()).toBe('first')
  now += 1
  const second = recent.get()
  expect([recent.last(), recent.last(1000)]).toEqual([undefined, 'first'])
  ends[1]?.('second')
  await second
  expect(recent.last()).toBe('second')
  vi.restoreAllMocks()
})
