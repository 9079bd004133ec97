import { expect, test } from 'vitest'
import { copiedRow } from './binary-copy-row.ts'
import { openMemory } from '../../testing/memory-database.ts'

async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function* inPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

test('a row that comes in pieces of any size loses no byte', async () => {
  const db = await openMemory()
  const text = 'ä,"b"\n\\x\n'.repeat(60)
  const copy = async (sql: string): Promise<Buffer> => allOf(db.copy(sql, undefined, 'binary'))
  const whole = await copy(`select '12', null, repeat(E'ä,"b"\n\\\\x\n', 60)`)
  const nothing = await copy(`select '0', null::text, null::text`)
  await db.close()
  for (let at = 0; at <= whole.length; at++) {
    const { fields, last } = await copiedRow(inPieces(whole.subarray(0, at), whole.subarray(at)))
    expect(fields).toEqual(['12', undefined])
    expect((await allOf(last)).toString()).toBe(text)
  }
  const empty = await copiedRow(inPieces(nothing))
  expect(empty.fields).toEqual(['0', undefined])
  expect(await allOf(empty.last)).toHaveLength(0)
})
