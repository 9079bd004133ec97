import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Sha256 } from './sha256.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const expected = (bytes: Uint8Array): string => hex(sha256(bytes))

test('the hash shown for a file is the one that everybody else computes, whatever its length', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => (at * 151) & 255)
  for (let length = 0; length <= bytes.length; length++) {
    const part = bytes.subarray(0, length)
    expect(hex(new Sha256().update(part).digest())).toBe(expected(part))
  }
})

test('bytes that come in pieces, with the hash so far told between them, give the hash of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 400, size: 'max' }), { maxLength: 8 }), (pieces) => {
      const hash = new Sha256()
      let so = Buffer.alloc(0)
      for (const piece of pieces) {
        hash.update(piece)
        so = Buffer.concat([so, piece])
        expect(hex(hash.clone().digest())).toBe(expected(so))
      }
    }),
  )
})
