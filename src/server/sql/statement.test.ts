import { describe, expect, test } from 'vitest'
import { databases } from '../../../tests/server/support/databases.ts'
import { BadId, idBytes, idName, idText, isFullId, nanoseconds, rfc3339, timestampText } from './statement.ts'

test('ids are hex of even length in either case, empty, or a well-known name', () => {
  expect(idBytes('ABcd')).toBe(String.raw`\xabcd`)
  expect(idBytes('')).toBe(String.raw`\x`)
  expect(idBytes('network')).toBe(String.raw`\x03`)
  expect(idName('03')).toBe('network')
  expect(idName('AB')).toBe('ab')
  for (const bad of ['xyz', 'abc', '0xab', 'Network', ' ab']) expect(() => idBytes(bad)).toThrow(new BadId(bad))
  expect(() => idBytes('xyz')).toThrow("decoding 'xyz': not a valid hex id (or well known exception)")
  expect(isFullId('aB'.repeat(32))).toBe(true)
  for (const bad of ['', 'ab', 'ab'.repeat(33), 'network', `${'ab'.repeat(32)}\n`]) expect(isFullId(bad)).toBe(false)
})

describe.each(databases)('on $name', ({ open }) => {
  test('instants and ids pass through the database unchanged', async () => {
    const db = await open()
    const sql = `select ${nanoseconds('t')}, ${rfc3339('t')}, ${idText('b')} from (select $1::timestamptz t, $2::bytea b) x`
    for (const [microseconds, nanos, text] of [
      [1_709_287_200_123_450n, '1709287200123450000', '2024-03-01T10:00:00.12345Z'],
      [1_709_287_200_000_000n, '1709287200000000000', '2024-03-01T10:00:00Z'],
      [1_709_287_210_100_000n, '1709287210100000000', '2024-03-01T10:00:10.1Z'],
      [0n, '0', '1970-01-01T00:00:00Z'],
      [-1n, '-1000', '1969-12-31T23:59:59.999999Z'],
      [-9_223_372_036_854_775n, '-9223372036854775000', '1677-09-21T00:12:43.145225Z'],
    ] as const) {
      for (const id of ['network', 'VOTE', 'fUSDC', 'ab', '', 'c1'.repeat(32)]) {
        expect(await db.rows(sql, [timestampText(microseconds), idBytes(id)])).toEqual([[nanos, text, id]])
      }
    }
    await db.close()
  })
})
