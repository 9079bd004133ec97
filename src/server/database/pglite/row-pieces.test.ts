import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowPieces } from './session.ts'

async function* cut(bytes: Buffer, at: number[]): AsyncGenerator<Uint8Array> {
  let from = 0
  for (const to of [...at].sort((one, other) => one - other)) {
    if (to > from && to < bytes.length) {
      yield bytes.subarray(from, to)
      from = to
    }
  }
  yield bytes.subarray(from)
}

const field = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{0,6}$/),
  fc.string({ maxLength: 6 }).map((text) => `"${text.replaceAll('"', '""')}\n"`),
)

test('pieces put together are the rows, and each ends where a row ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(200)),
      fc.integer({ min: 1, max: 60 }),
      async (rows, cuts, size) => {
        const lines = rows.map((row) => `${row.join(',')}\n`)
        const ends = new Set(lines.map((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join(''))))
        let length = 0
        const bytes = Buffer.from(lines.join(''))
        const pieces: Uint8Array[] = []
        for await (const piece of rowPieces(cut(bytes, cuts), true, size)) {
          length += piece.length
          pieces.push(piece)
          expect(ends.has(length)).toBe(true)
        }
        expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
      },
    ),
  )
})
