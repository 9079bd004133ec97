import { expect, test } from 'vitest'
import { timestampText } from '../../sql/statement.ts'
import { Chain, epochLength, nanosText, parseTime, rfc3339Nano, second } from './chain.ts'

const chain = new Chain(7, parseTime('2025-03-01T12:34:56.789Z'))

test('times are read and written without losing a microsecond', () => {
  expect(parseTime('2025-03-01T12:34:56.123456789Z')).toBe(1740832496123456)
  expect(parseTime('2025-03-01T13:34:56+01:00')).toBe(parseTime('2025-03-01T12:34:56Z'))
  expect(timestampText(parseTime('2025-03-01T12:34:56.000450Z'))).toBe('2025-03-01T12:34:56.000450Z')
  expect(timestampText(parseTime('2025-03-01T12:34:56Z'))).toBe('2025-03-01T12:34:56.000000Z')
  for (const text of ['2024-02-29T23:59:59.999999Z', '2024-03-01T00:00:00.000000Z', '2023-12-31T01:02:03.000004Z'])
    expect(timestampText(parseTime(text))).toBe(text)
  expect(rfc3339Nano(parseTime('2025-03-01T12:34:56.1Z'))).toBe('2025-03-01T12:34:56.1Z')
  expect(rfc3339Nano(parseTime('2025-03-01T12:34:56Z'), 7)).toBe('2025-03-01T12:34:56.000000007Z')
  expect(rfc3339Nano(parseTime('2025-03-01T12:34:56Z'))).toBe('2025-03-01T12:34:56Z')
  expect(nanosText(12)).toBe('12000')
  expect(() => parseTime('yesterday')).toThrow(RangeError)
  expect(() => parseTime('2025-13-01T00:00:00Z')).toThrow(RangeError)
})

test('blocks follow each other about a second apart and are found by their time', () => {
  expect(chain.timeOf(chain.heightAt(chain.anchor))).toBe(chain.anchor)
  const from = chain.heightAt(chain.anchor) - 500
  for (let height = from; height < from + 1000; height += 1) {
    const time = chain.timeOf(height)
    expect(chain.timeOf(height + 1)).toBeGreaterThan(time + second / 2)
    expect(chain.heightAt(time)).toBe(height)
    expect(chain.heightAt(time - 1)).toBe(height - 1)
    expect(chain.firstFrom(time)).toBe(height)
    expect(chain.firstFrom(time + 1)).toBe(height + 1)
    expect(time).toBeLessThanOrEqual(chain.dueTime(height))
  }
  expect(chain.hashOf(from)).toMatch(/^[0-9a-f]{64}$/)
})

test('epochs are the hours of the clock', () => {
  const epoch = chain.epochAt(chain.anchor)
  expect(chain.epochStart(epoch) % epochLength).toBe(0)
  expect(chain.epochAt(chain.epochStart(epoch))).toBe(epoch)
  expect(chain.epochAt(chain.epochStart(epoch) - 1)).toBe(epoch - 1)
  expect(epoch).toBeGreaterThanOrEqual(17_000)
})
