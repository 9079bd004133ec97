import type { ErrorBody } from '../../../wire/protocol/error.ts'
import { decodeFraming, holdBackTail } from '../stream/decode-framing.ts'
import { passFile } from '../stream/pass-file.ts'
import { combineStages, toErrorBody } from '../stream/stages.ts'
import type { Statement } from './statement.ts'

/** Reads a file into a statement: the bytes that were read, unpacked, and why it is not whole. Never rejects. */
export async function readInto(
  statement: Statement,
  file: Blob,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (bytes: number) => void },
): Promise<{ error: ErrorBody | undefined; bytes: number }> {
  const { reader, checks, hash } = statement
  const [framing, tail] = [decodeFraming(), holdBackTail()]
  const stages = combineStages([framing, tail], (chunk) => reader.push(chunk))
  let bytes = 0
  const unread = await passFile(file, {
    signal,
    onRaw: (chunk) => {
      bytes += chunk.length
      hash?.update(chunk)
      onReceived(chunk.length)
    },
    onText: (chunk) => !stages.push(chunk) && checks?.refusal === undefined && !statement.isFull,
    saved: (words) => checks?.saved(words),
  })
  stages.end()
  const rest = new TextDecoder().decode(tail.rest())
  const isCut = rest === '' ? tail.cut() > 0 : !reader.lastLine(rest)
  const words =
    unread ??
    (bytes === 0 ? 'Not a ledger export: the file is empty.' : checks?.refusal) ??
    (reader.header === undefined ? 'Not a ledger export: it has no header line.' : undefined) ??
    (isCut ? 'The file ends in the middle of a row.' : undefined)
  return {
    error: tail.failure?.() ?? framing.failure?.() ?? (words === undefined ? undefined : toErrorBody(words)),
    bytes,
  }
}
