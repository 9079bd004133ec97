import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CursorMember, type CursorValues, microsecondsOf, readCursor } from './cursor.ts'
import { BadInput, timestampText } from './statement.ts'

const members: readonly CursorMember[] = [
  { name: 'ID', kind: 'id', sql: 'x' },
  { name: 'epoch', kind: 'integer', sql: 'x' },
  { name: 'vegaTime', kind: 'time', sql: 'x' },
  { name: 'word', kind: 'text', sql: 'x' },
]
/** The text of a cursor, as `cursorSql` makes it in the database. */
function cursorText(members: readonly CursorMember[], values: CursorValues): string {
  const inside = members.map(({ name, kind }) => {
    const value = values.get(name) ?? null
    return `"${name}":${kind === 'integer' ? (value ?? '0') : JSON.stringify(value)}`
  })
  return Buffer.from(`{${inside.join(',')}}`).toString('base64')
}

const inside = (base64: string): string => Buffer.from(base64, 'base64').toString()

test('what is written is read again', () => {
  const hexByte = fc.integer({ min: 0x10, max: 0xff }).map((byte) => byte.toString(16))
  const values = fc.record({
    ID: fc.oneof(
      fc.constant('network'),
      fc.array(hexByte).map((bytes) => bytes.join('')),
    ),
    epoch: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }).map(String),
    vegaTime: fc.option(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 16n }).map((at) => timestampText(at).replace(/\.?0*Z$/, 'Z')),
    ),
    word: fc.string(),
  })
  fc.assert(
    fc.property(values, (given) => {
      const map = new Map(Object.entries(given))
      expect(readCursor(members, inside(cursorText(members, map)))).toEqual(map)
    }),
  )
})

describe('read as the network reads it', () => {
  test('names in any case, unknown ones ignored, null is zero', () => {
    expect(readCursor(members, '{"id":"AB","EPOCH":7,"other":[1],"vegatime":null,"Word":null}')).toEqual(
      new Map([
        ['ID', 'ab'],
        ['epoch', '7'],
        ['vegaTime', null],
        ['word', ''],
      ]),
    )
  })
  test('an empty object is no cursor', () => {
    expect(readCursor(members, '{}')).toBeUndefined()
  })
  test.each(['{"x":1}', '{"ID":"ab","epoch":7,"word":""}', '{"ID":"ab","epocj":7,"vegaTime":null,"word":""}'])(
    'a cursor with a broken name begins no page silently elsewhere: %s',
    (text) => {
      expect(() => readCursor(members, text)).toThrow(/has no \w+, so it is of another list/)
    },
  )
  test('another spelling of the same instant is the same cursor', () => {
    const time = members.filter(({ kind }) => kind === 'time')
    const at = (text: string) => readCursor(time, JSON.stringify({ vegaTime: text }))?.get('vegaTime')
    expect(at('2024-03-05T11:00:00+01:00')).toBe('2024-03-05T10:00:00Z')
    expect(at('2024-03-05T10:00:00.120000000Z')).toBe('2024-03-05T10:00:00.12Z')
    expect(microsecondsOf('1969-12-31T23:59:59.999999Z')).toBe(-1n)
  })
  test.each(['foo', '[]', 'null', '7', '"x"'])('refused: %s', (text) => {
    expect(() => readCursor(members, text)).toThrow(BadInput)
  })
  test.each([
    '{"ID":7}',
    '{"ID":"xyz"}',
    '{"epoch":-1}',
    '{"epoch":1.5}',
    '{"epoch":"x"}',
    '{"vegaTime":"foo"}',
    '{"vegaTime":"2024-13-05T10:00:00Z"}',
    // In no calendar: taken for the next day, it would begin the page elsewhere.
    '{"vegaTime":"2024-02-30T10:00:00Z"}',
    '{"vegaTime":"2024-03-05T24:00:00Z"}',
    '{"vegaTime":"2024-06-30T23:59:60Z"}',
    // Years that PostgreSQL, or RFC3339, does not write.
    '{"vegaTime":"0000-12-31T23:59:59Z"}',
    '{"vegaTime":"9999-12-31T23:59:59-00:01"}',
    '{"word":{}}',
    String.raw`{"word":"a\u0000b"}`,
  ])('refused: %s', (text) => {
    const whole = { ID: 'ab', epoch: 1, vegaTime: null, word: '', ...(JSON.parse(text) as object) }
    expect(() => readCursor(members, JSON.stringify(whole))).toThrow(/cannot be|not a valid hex id/)
  })
})

// What takes the square of its length needs minutes for each of these, the reader a few milliseconds.
test.each([
  ['escaped quotes in a string that never closes', (count: number) => `"${'\\"'.repeat(count / 2)}`],
  ['backslashes between quotes', (count: number) => '"\\\\\\'.repeat(count / 4)],
  ['quotes', (count: number) => '"'.repeat(count)],
  ['numbers with blanks behind', (count: number) => `1.0${' '.repeat(61)}`.repeat(count / 64)],
  ['signs', (count: number) => ',-'.repeat(count / 2)],
])('a cursor of a megabyte does not hold the event loop: %s', (_, text) => {
  const read = (): void => {
    expect(() => readCursor(members, `{"epoch":[12345678901234567890,${text(1_000_000)}`)).toThrow(BadInput)
  }
  runInNewContext('read()', { read }, { timeout: 20_000 })
})
