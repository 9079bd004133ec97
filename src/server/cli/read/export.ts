import { open, rm, stat, type FileHandle } from 'node:fs/promises'
import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { fromRfc3339 } from '../../../wire/rfc3339.ts'
import type { ExportEnd } from '../../../client/client.ts'
import { fileFault } from '../../file-fault.ts'
import { UsageError, nodeOf, parsedArguments } from '../operating-options.ts'
import { interruptSignal } from '../serve/signals.ts'
import { exitStatus, readPartsOf, reading, type ReadParts } from './list.ts'

/** What `lyra export` reads into which file. Times are Unix nanoseconds as text. */
export interface ExportOptions {
  party: string
  asset?: string | undefined
  from?: string | undefined
  to?: string | undefined
  out: string
  node: string
  resume: boolean
  /** Asks for the last rows again: they must be there still, and no others behind them. */
  verify: boolean
}

/** Unix nanoseconds of RFC 3339, or of a row's time as a node writes it, `2024-03-01 10:00:00.1+00`. */
const nanosecondsOf = (text: string): bigint | undefined => fromRfc3339(text.replace(/([+-]\d\d)$/, '$1:00'))

function timeOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const time = nanosecondsOf(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time === undefined || BigInt.asIntN(64, time) !== time)
    throw new UsageError(`${option} takes a day or a time such as 2026-01-01T00:00:00Z, up to 2262, not "${text}".`)
  return String(time)
}

export function parseExport(args: string[]): { name: 'export'; options: ExportOptions } {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { node: text, asset: text, from: text, to: text, out: text, resume: flag, verify: flag }
  const { values, positionals } = parsedArguments(args, options)
  const [party = '', ...rest] = positionals
  if (!/^(?:[\da-f]{64}|network)$/i.test(party) || rest.length > 0)
    throw new UsageError(`export takes one <party> of 64 hex characters, not "${positionals.join(' ')}".`)
  if (!values.out) throw new UsageError('export needs --out with a file.')
  const { asset, out, resume = false, verify = false } = values
  const [from, to] = [timeOf('--from', values.from), timeOf('--to', values.to)]
  if (asset === '') throw new UsageError('--asset takes an id.')
  if (from !== undefined && to !== undefined && BigInt(from) >= BigInt(to))
    throw new UsageError('--from takes a time before that of --to.')
  const node = nodeOf(values.node)
  return { name: 'export', options: { party: party.toLowerCase(), asset, from, to, out, node, resume, verify } }
}

const header = `${ledgerColumns.join(',')}\n`
const second = 1_000_000_000n

/** Whole Unix seconds of a row's time. */
function secondOf(row: string): bigint {
  const time = nanosecondsOf(row.slice(0, row.indexOf(',')))
  if (time === undefined) throw new Error(`A row of the file begins with no time: ${row.slice(0, 60)}`)
  return time / second
}

/** The end of a file: how many bytes are whole rows, and those of the last two seconds, which a node sends again. */
interface FileEnd {
  bytes: number
  /** Unix seconds from which rows are asked for; undefined for a file without rows. */
  from: bigint | undefined
  tail: string
}

const tailBytes = 4_194_304

/** Reads the end of a ledger file. Throws a sentence when it is none. */
async function endOf(file: FileHandle): Promise<FileEnd> {
  const { size } = await file.stat()
  const read = async (at: number, length: number): Promise<Buffer> =>
    (await file.read(Buffer.alloc(length), 0, length, at)).buffer
  const begin = (await read(0, Math.min(size, header.length))).toString('utf8')
  if (size > 0 && !header.startsWith(begin))
    throw new Error('--resume: the file does not begin with the header of a ledger.')
  const start = Math.max(0, size - tailBytes)
  const bytes = await read(start, size - start)
  // What was half written when a run was ended is sent again.
  const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1)
  const rows = whole.toString('utf8').split('\n').slice(1, -1)
  const last = rows.at(-1)
  if (last === undefined) return { bytes: start + whole.length, from: undefined, tail: '' }
  // Entries are selected by a time some microseconds after the one shown, so the second before belongs to it.
  const from = secondOf(last) - 1n
  const kept = rows.slice(rows.findLastIndex((row) => secondOf(row) < from) + 1)
  return { bytes: start + whole.length, from, tail: `${kept.join('\n')}\n` }
}

interface Continued {
  end: ExportEnd
  /** Rows that the file had are no longer there, or others are between them. */
  isChanged: boolean
  added: number
}

/** Asks for the rows from the end of a file on and gives those behind it to `append`. */
async function continued(
  { party, asset, from, to }: ExportOptions,
  known: FileEnd,
  { client, stopping }: ReadParts,
  append: (text: string) => Promise<void>,
): Promise<Continued> {
  const first = known.from === undefined ? undefined : known.from * second
  const start = first !== undefined && first > BigInt(from ?? 0) ? String(first) : from
  const dateRange = {
    ...(start !== undefined && { startTimestamp: start }),
    ...(to !== undefined && { endTimestamp: to }),
  }
  const params = { partyId: party, ...(asset !== undefined && { assetId: asset }), dateRange }
  const { stream, end } = await client.exportLedger(params, { signal: stopping })
  const decoder = new TextDecoder()
  let held = ''
  let left = known.tail
  let isBehind = false
  let added = 0
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true })
    if (isBehind) {
      added += text.length
      await append(text)
      continue
    }
    held += text
    // The header and rows before the second that the file is known from are left out, then what it has.
    const rows = held.split('\n')
    const behind = rows.findIndex(
      (row, at) => at > 0 && at < rows.length - 1 && (known.from === undefined || secondOf(row) >= known.from),
    )
    if (behind < 0) continue
    const news = rows.slice(behind).join('\n')
    if (news.length < left.length && left.startsWith(news)) continue
    if (!news.startsWith(left)) return { end: { ending: 'cut', rows: 0, reason: 'changed' }, isChanged: true, added }
    isBehind = true
    added += news.length - left.length
    await append(news.slice(left.length))
    left = ''
  }
  return { end: await end, isChanged: left !== '' && (await end).ending === 'whole', added }
}

/** Says how a run ended; its exit status. */
function told({ end, isChanged }: Continued, words: string): number {
  const status = isChanged ? 'changed' : end.ending
  if (status === 'changed')
    console.error('The last rows of the file are no longer what the node sends: export it anew.')
  else console.error(end.ending === 'whole' ? words : `Not whole: ${end.reason} --resume continues it.`)
  return exitStatus[status]
}

async function verified(options: ExportOptions, file: FileHandle, parts: ReadParts): Promise<number> {
  const again = await continued(options, await endOf(file), parts, async () => undefined)
  if (again.added === 0) return told(again, 'Whole and verified.')
  console.error('There are more rows by now: --resume adds them.')
  return exitStatus.changed
}

/** Opens the file, a new one unless a run is continued. Throws UsageError. */
async function openOut(out: string, resume: boolean): Promise<FileHandle> {
  const found = await stat(out).catch(() => undefined)
  if (found && !found.isFile()) throw new UsageError(`--out ${out} is not a file: name a new one.`)
  if (found && !resume) throw new UsageError(`--out ${out} is there already: --resume continues it.`)
  return open(out, resume ? 'a+' : 'ax+').catch((error: unknown) => {
    throw new UsageError(`--out ${out} cannot be opened: ${fileFault(error)}.`)
  })
}

/** `lyra export`: a party's ledger into a file, continued where it ended. Resolves to the exit status. */
export function runExport(
  options: ExportOptions,
  parts = readPartsOf(options.node, interruptSignal('Stopped; --resume continues it.')),
): Promise<number> {
  const { out, resume, verify } = options
  return reading(parts.stopping, async () => {
    const file = await openOut(out, resume)
    let rowBytes = 0
    let isWhole = false
    try {
      const known = await endOf(file)
      let isBegun = false
      // Not before the node has sent what the file has: else it may not be this ledger's. All of a text: a full disk takes a part.
      const append = async (text: string): Promise<void> => {
        if (!isBegun) await file.truncate(known.bytes)
        await file.appendFile(!isBegun && known.bytes === 0 ? `${header}${text}` : text)
        isBegun = true
        rowBytes += Buffer.byteLength(text)
        parts.progress(`${(rowBytes / 1_000_000).toFixed(1)} MB`)
      }
      const result = await continued(options, known, parts, append)
      isWhole = result.end.ending === 'whole'
      if (isWhole && !result.isChanged) await append('')
      parts.progress('')
      if (verify && isWhole && !result.isChanged) return await verified(options, file, parts)
      return told(result, `Whole: ${(await file.stat()).size} bytes.`)
    } finally {
      const [own, found] = [await file.stat(), await stat(out).catch(() => undefined)]
      await file.close()
      // A file of this run without a row: nothing to continue. Meanwhile another file may have got its name.
      if (!resume && rowBytes === 0 && !isWhole && own.ino === found?.ino) await rm(out)
    }
  })
}
