import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SegmentError } from './segment.ts'
import { openSegment } from './open-segments.ts'
import { type SmallSegment, blockTime, writeSegment } from '../../../tests/server/support/small-segment.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lyra-segment-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const small: SmallSegment = { from: 1, to: 3 }
const written = (segment: SmallSegment = small): Promise<string> => writeSegment(directory, segment, 'a.zip')

/** Changes the bytes of the small archive. */
async function patched(change: (bytes: Buffer) => Buffer, segment = small): Promise<string> {
  const path = await written(segment)
  writeFileSync(path, change(readFileSync(path)))
  return path
}
const replace = (from: string, to: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
/** Where the central directory speaks of a file. */
const centralEntry = (bytes: Buffer, name: string): number => bytes.lastIndexOf(name) - 46

async function readAll(path: string, table: string): Promise<string> {
  const segment = await openSegment(path)
  try {
    let text = ''
    for await (const chunk of segment.read(table)) text += Buffer.from(chunk).toString()
    return text
  } finally {
    segment.close()
  }
}

/** The one sentence an archive is refused with, when it is opened or a table is read. */
async function refusal(path: string, table = 'history/blocks'): Promise<string> {
  const error = await readAll(path, table).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SegmentError)
  const message = error instanceof Error ? error.message : ''
  expect(message).toMatch(/^[^\n]+[^.]\.$/)
  return message
}

test('a valid archive has its heights, its chain and its tables', async () => {
  const path = await written()
  const segment = await openSegment(path)
  expect(segment).toMatchObject({
    file: 'a.zip',
    heightFrom: 1n,
    heightTo: 3n,
    databaseVersion: 115,
    chainId: 'small-1',
  })
  segment.close()
  expect(await readAll(path, 'history/blocks')).toContain(`${blockTime(1)},1,`)
  // A height that JavaScript would round is kept.
  const exact = await written({ ...small, files: { 'metadata.json': metadata('9007199254740993') } })
  expect((await openSegment(exact)).heightTo).toBe(9007199254740993n)
})

const metadata = (heightTo: string): string =>
  `{"HeightFrom":1,"HeightTo":${heightTo},"DatabaseVersion":115,"ChainID":"small-1","PreviousHistorySegmentID":""}`

test('a file that is no zip, or a truncated one, is refused', async () => {
  expect(await refusal(join(directory, 'nowhere.zip'))).toContain(
    'nowhere.zip cannot be read: there is no such file or directory.',
  )
  expect(await refusal(directory)).toContain('is not a file')
  writeFileSync(join(directory, 'a.zip'), 'hello')
  expect(await refusal(join(directory, 'a.zip'))).toContain('a.zip is not a zip archive')
  expect(await refusal(await patched((bytes) => bytes.subarray(0, bytes.length / 2)))).toContain('is not a zip archive')
})

test('names that climb out of the archive or do not belong there are refused', async () => {
  const odd = { ...small, files: { 'history/aa_bb_cc': 'x\n' } }
  expect(await refusal(await patched(replace('history/aa_bb_cc', '../../../etc/pwd'), odd))).toContain(
    '../../../etc/pwd',
  )
  expect(await refusal(await patched(replace('history/aa_bb_cc', '/history/aa_bb_c'), odd))).toContain(
    '/history/aa_bb_c',
  )
  expect(await refusal(await patched(replace('history/aa_bb_cc', 'history\\aa_bb_cc'), odd))).toContain('a.zip')
  expect(await refusal(await written({ ...small, files: { 'notes.txt': 'x' } }))).toContain('"notes.txt"')
  expect(await refusal(await patched(replace('history/aa_bb_cc', 'history/aa/bb/cc'), odd))).toContain(
    'history/aa/bb/cc',
  )
  const twice = { ...small, files: { 'history/block5': 'x\n' } }
  expect(await refusal(await patched(replace('history/block5', 'history/blocks'), twice))).toContain('twice')
})

test('sizes that are absurd or untrue are refused', async () => {
  const bomb = { ...small, files: { 'history/blocks': '0'.repeat(4 << 20) } }
  expect(await refusal(await written(bomb))).toContain('too much to be a segment')
  const declare = (size: number) => (bytes: Buffer) => {
    bytes.writeUInt32LE(size, centralEntry(bytes, 'history/blocks') + 24)
    return bytes
  }
  expect(await refusal(await patched(declare(0xfffffff0)))).toContain('declares 4294967280 bytes')
  expect(await refusal(await patched(declare(10)))).toContain('a.zip is damaged at "history/blocks"')
  expect(await refusal(await patched(declare(5000)))).toContain('a.zip is damaged at "history/blocks"')
  const overlapping = (bytes: Buffer): Buffer => {
    bytes.writeUInt32LE(bytes.length, centralEntry(bytes, 'history/blocks') + 20)
    return bytes
  }
  expect(await refusal(await patched(overlapping))).toContain('a.zip declares more packed bytes than it has')
  const long = { ...small, metadata: { ChainID: 'x'.repeat(70_000) } }
  expect(await refusal(await written(long))).toContain('metadata.json')
})

test('a file with a wrong checksum or broken deflate is refused', async () => {
  const wrongSum = (bytes: Buffer): Buffer => {
    bytes.writeUInt32LE(1, centralEntry(bytes, 'history/blocks') + 16)
    bytes.writeUInt32LE(1, bytes.indexOf('history/blocks') - 30 + 14)
    return bytes
  }
  expect(await refusal(await patched(wrongSum))).toContain('a.zip is damaged at "history/blocks": Invalid CRC32')
  const broken = (bytes: Buffer): Buffer => {
    bytes.fill(0xff, bytes.indexOf('history/blocks') + 14, bytes.indexOf('history/blocks') + 24)
    return bytes
  }
  expect(await refusal(await patched(broken))).toContain('a.zip is damaged at "history/blocks"')
})

test('metadata must be there, be JSON, and say heights and chain', async () => {
  const without = { ...small, files: { 'metadata.json': undefined } }
  expect(await refusal(await written(without))).toContain('has no metadata.json')
  const text = { ...small, files: { 'metadata.json': 'hello' } }
  expect(await refusal(await written(text))).toContain('not JSON')
  for (const [member, value] of [
    ['HeightFrom', -1],
    ['HeightTo', 'soon'],
    ['DatabaseVersion', 1.5],
    ['ChainID', ''],
  ] as const) {
    expect(await refusal(await written({ ...small, metadata: { [member]: value } }))).toContain(member)
  }
  expect(await refusal(await written({ ...small, metadata: { HeightTo: 0 } }))).toContain('before it starts')
})
