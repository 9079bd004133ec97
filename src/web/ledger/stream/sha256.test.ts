import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { runningSha256 } from '../engine/ledger.ts'

const expected = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')

afterEach(() => vi.unstubAllGlobals())

async function make() {
  const hash = await runningSha256()
  if (!hash) throw new Error('no WebAssembly here')
  return hash
}

test('the hash equals that of crypto.subtle for every length', async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => (at * 151) & 255)
  for (let length = 0; length <= bytes.length; length++) {
    const hash = await make()
    hash.update(bytes.subarray(0, length))
    expect(hash.hex()).toBe(await expected(bytes.subarray(0, length)))
  }
})

test('bytes that come in pieces, with the hash so far read between them, give the hash of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 400, size: 'max' }), { maxLength: 8 }),
      fc.nat(40_000),
      async (pieces, large) => {
        const hash = await make()
        let so = Buffer.alloc(0)
        for (const piece of [...pieces, new Uint8Array(large).fill(large)]) {
          hash.update(piece)
          so = Buffer.concat([so, piece])
          expect(hash.hex()).toBe(await expected(so))
        }
      },
    ),
  )
})

test('two files can be hashed at the same time', async () => {
  const [one, two] = [await make(), await make()]
  one.update(Uint8Array.of(1))
  two.update(Uint8Array.of(2))
  one.update(Uint8Array.of(3))
  expect([one.hex(), two.hex()]).toEqual([await expected(Uint8Array.of(1, 3)), await expected(Uint8Array.of(2))])
})

test('a security policy that forbids WebAssembly gives no hash', async () => {
  const blocked = (): Promise<never> => Promise.reject(new Error('blocked'))
  vi.stubGlobal('WebAssembly', { compile: blocked, instantiate: blocked })
  expect(await runningSha256()).toBeUndefined()
})
