import { expect, test } from 'vitest'
import { carriesError, readRefusal } from './node-error.ts'

const body = {
  code: 3,
  message: 'InvalidArgument error',
  details: [
    {
      '@type': 'type.googleapis.com/vega.ErrorDetail',
      code: 10_000,
      message: 'failed to list',
      inner: "decoding 'xyz'",
    },
  ],
}
const read = (status: number, value: unknown): ReturnType<typeof readRefusal> =>
  readRefusal(status, JSON.stringify(value), value)

test('code, message and the first detail are kept', () => {
  const detail = { code: 10_000, message: 'failed to list', inner: "decoding 'xyz'" }
  expect(read(400, body)).toEqual({ code: 3, message: 'InvalidArgument error', detail })
})

test('a body wrapped in error reads the same', () => {
  expect(read(400, { error: body })).toEqual(read(400, body))
  expect(carriesError({ error: body })).toBe(true)
  expect(carriesError({ candles: {} })).toBe(false)
})

test('members that are missing or of another type do not lose the rest', () => {
  expect(read(500, { message: 'core is away', details: 'none' })).toEqual({ message: 'core is away' })
  expect(read(500, { code: '13', message: 7 })).toEqual({ message: 'Internal error' })
  expect(read(404, { error: 'no such route' })).toEqual({ message: 'no such route' })
  expect(read(500, { code: 13, message: 'x', details: [{ message: 'only this' }] }).detail).toEqual({
    message: 'only this',
  })
})

test('HTML, text and nothing say what they can', () => {
  const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>'
  expect(readRefusal(502, page, undefined)).toEqual({ message: '502 Bad Gateway' })
  expect(readRefusal(500, 'upstream\n  went away', undefined)).toEqual({ message: 'upstream went away' })
  expect(readRefusal(503, '', undefined)).toEqual({ message: 'Unavailable' })
  expect(readRefusal(418, '', undefined)).toEqual({ message: 'The node answered with status 418' })
  expect(readRefusal(500, 'a'.repeat(5000), undefined).message).toHaveLength(200)
})
