import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import yazl from 'yazl'
import { segmentOf } from './segment.ts'
import { BlobReader } from '@zip.js/zip.js/lib/zip-core-custom.js'

const metadata = JSON.stringify({ HeightFrom: 1, HeightTo: 9, DatabaseVersion: 115, ChainID: 'small-1' })
const table = 'height,hash\n'.repeat(5000)

async function zipOf(
  files: Readonly<Record<string, string>>,
  options: Partial<yazl.Options> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name, options)
  zip.end({ forceZip64Format: options.forceZip64Format ?? false, comment: '' })
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream))
}

async function textOf(zip: Uint8Array<ArrayBuffer>, path: string): Promise<string> {
  const segment = await segmentOf(new BlobReader(new Blob([zip])), 'a.zip')
  const parts: Uint8Array[] = []
  for await (const part of segment.read(path)) parts.push(part)
  return Buffer.concat(parts).toString()
}

test.each([
  ['packed', {}],
  ['not packed', { compress: false }],
  ['with lengths of 64 bits', { forceZip64Format: true }],
])('a segment whose files are %s has all their bytes', async (_, options) => {
  const zip = await zipOf({ 'metadata.json': metadata, 'history/blocks': table }, options)
  expect(await textOf(zip, 'history/blocks')).toBe(table)
})

test('a file that no segment holds, one twice, and one that is too large when unpacked are refused', async () => {
  const refused = async (files: Readonly<Record<string, string>>) =>
    segmentOf(new BlobReader(new Blob([await zipOf(files)])), 'a.zip')
  await expect(refused({ 'metadata.json': metadata, 'history/x.csv': '' })).rejects.toThrow(
    'does not belong in a segment',
  )
  await expect(refused({ 'metadata.json': metadata, 'history/blocks': '0'.repeat(2 << 20) })).rejects.toThrow(
    'too much to be a segment',
  )
  await expect(refused({ 'history/blocks': '' })).rejects.toThrow('has no metadata.json')
})

test('an archive with any bit turned is refused or gives the bytes it was made of, and one that is cut never gives fewer', async () => {
  const zip = await zipOf({ 'metadata.json': metadata, 'history/blocks': table })
  let refusals = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(7), fc.boolean(), async (at, bit, cut) => {
      const changed = cut ? zip.slice(0, at) : zip.slice()
      if (!cut) changed[at] = (changed[at] ?? 0) ^ (1 << bit)
      const text = await textOf(changed, 'history/blocks').catch(() => undefined)
      if (text === undefined) refusals += 1
      else expect(text).toBe(table)
    }),
    { numRuns: 300 },
  )
  expect(refusals).toBeGreaterThan(100)
})
