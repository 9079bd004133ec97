import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldId, isId, pastedId, shortId, starPoints } from './id.ts'

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 64, maxLength: 64 })

test('an id is 64 hex characters or a well-known name', () => {
  expect(isId('network')).toBe(true)
  expect(isId('a'.repeat(64))).toBe(true)
  expect(isId('a'.repeat(63))).toBe(false)
  expect(isId(`${'a'.repeat(63)}g`)).toBe(false)
  expect(isId('')).toBe(false)
})

test('short ids keep both ends, names stay whole', () => {
  expect(shortId(`c6a278${'0'.repeat(52)}f4443b`)).toBe('c6a278\u2026f4443b')
  expect(shortId('network')).toBe('network')
})

test('a mark has five different points on its grid and is the same every time', () => {
  fc.assert(
    fc.property(fc.oneof(hex, fc.string()), (id) => {
      const points = starPoints(id)
      expect(new Set(points.map(({ x, y }) => y * 5 + x)).size).toBe(5)
      for (const { x, y } of points) expect(x >= 0 && x < 5 && y >= 0 && y < 5).toBe(true)
      expect(starPoints(id)).toEqual(points)
    }),
  )
})

test('marks tell ids apart: a thousand ids share few marks', () => {
  const ids = fc.sample(hex, { numRuns: 1000, seed: 7 })
  const marks = new Set(ids.map((id) => JSON.stringify(starPoints(id))))
  expect(marks.size).toBeGreaterThan(900)
})

const [bot, hedge] = ['c6'.repeat(32), '99'.repeat(32)]

/** Every way that a reader may hold an id. */
const spelled = (id: string) =>
  fc
    .tuple(
      fc.constantFrom('', ' ', '\n', '\u00a0', '"', " '"),
      fc.constantFrom('', '0x', '0X'),
      fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
      fc.constantFrom('', '  ', '\t', '"'),
    )
    .map(([before, mark, capitals, after]) => {
      const digits = id.split('').map((digit, at) => (capitals[at] ? digit.toUpperCase() : digit))
      return `${before}${mark}${digits.join('')}${after}`
    })

test('one id in any spelling is one id: a key in capitals is not a stranger with clean counters', () => {
  fc.assert(
    fc.property(
      hex.chain((id) => fc.tuple(fc.constant(id), spelled(id))),
      ([id, way]) => {
        expect(foldId(way)).toBe(id)
        expect(isId(way)).toBe(true)
      },
    ),
  )
  const id = 'AB'.repeat(32)
  expect(foldId(`trades_candle_15_minutes_${id}`)).toBe(`trades_candle_15_minutes_${id.toLowerCase()}`)
})

test('what is no 64-digit id stays as it is written', () => {
  const others = [
    'network',
    'Network',
    '',
    ' ',
    'AB'.repeat(31),
    `${'AB'.repeat(32)}C`,
    '0x',
    'MM Bot',
    `x${'AB'.repeat(32)}`,
  ]
  for (const text of others) expect(foldId(text)).toBe(text)
})

test('an id is found in a pasted address or line, unless there are two', () => {
  expect(pastedId(`https://x.example/spam/${bot}?zone=utc`)).toBe(bot)
  expect(pastedId(`"${bot.toUpperCase()}",`)).toBe(bot)
  expect(pastedId(`${bot} ${hedge}`)).toBeUndefined()
  expect(pastedId(`${bot}00`)).toBeUndefined()
})

test('an id that a terminal broke into two lines is not taken for another text', () => {
  expect(pastedId(` 0x${bot.slice(0, 40)}\n  ${bot.slice(40).toUpperCase()} `)).toBe(bot)
  expect(pastedId(`${bot.slice(0, 40)} ${bot.slice(41)}`)).toBeUndefined()
})
