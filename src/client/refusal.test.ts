import { expect, test } from 'vitest'
import { carriesError, readRefusal, refusalKind } from './refusal.ts'

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

const thing = { code: 250_001, message: 'failed to get epoch' }

test.each([
  ['an unknown path', { status: 404, code: 5 }, 'absent'],
  ['an unknown path of a proxy, without a body', { status: 404 }, 'absent'],
  ['a detail that says nothing', { status: 404, code: 5, detail: {} }, 'absent'],
  ['a method that the path does not have', { status: 405 }, 'absent'],
  ['an operation that is not implemented', { status: 501, code: 12 }, 'absent'],
  ['an unknown path under a status of success', { status: 200, code: 5 }, 'absent'],
  ['an unknown thing', { status: 404, code: 5, detail: thing }, 'unknown'],
  ['an unknown thing without a number', { status: 404, detail: { message: 'no such market' } }, 'unknown'],
  ['an unknown thing under a status of success', { status: 200, code: 5, detail: thing }, 'unknown'],
  ['a failure with a detail', { status: 501, code: 12, detail: thing }, 'answer'],
  ['a bad request', { status: 400, code: 3 }, 'answer'],
  ['a failure', { status: 500, code: 13 }, 'answer'],
  ['a gateway that repeats a code', { status: 503, code: 5 }, 'answer'],
  ['an error in the body of a stream', { code: 5 }, 'answer'],
] as const)('a missing route, an unknown thing and a failure are told apart: %s', (_, refusal, kind) => {
  expect(refusalKind(refusal)).toBe(kind)
})
