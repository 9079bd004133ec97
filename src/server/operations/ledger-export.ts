import { type exportLedgerEntries, ledgerColumns } from '../../wire/ledger-export.ts'
import { floorDivide } from '../../wire/integer.ts'
import type { Params } from '../../wire/protocol/operation.ts'
import { invalid } from '../error.ts'
import type { Context } from './handler.ts'
import { prepareLedgerExport, readLedgerLines } from '../store/ledger-export/ledger-export.ts'
import type { LedgerExport, LedgerRange } from '../store/ledger-export/slices.ts'
import { idBytes, isFullId, timestampText } from '../store/sql.ts'
import { answering, toFault } from './refusal.ts'

/** Unix microseconds; the range is cut to whole seconds before it reaches the ledger (wire.md 5.3). */
const wholeSeconds = (nanoseconds: string | undefined): bigint | undefined =>
  nanoseconds === undefined ? undefined : floorDivide(BigInt(nanoseconds), 1_000_000_000n) * 1_000_000n

/** RFC3339 with the colons replaced, which turns the zone of UTC into `Z_00` (wire.md 5.1). */
const dateInName = (microseconds: bigint): string =>
  `${timestampText(microseconds).slice(0, 19).replaceAll(':', '_')}Z_00`

function filenameOf(partyId: string, assetId: string | undefined, { start, end }: LedgerRange): string {
  const asset = assetId === undefined ? '' : `_${assetId}`
  const from = start === undefined ? '' : `_${dateInName(start)}`
  const to = end === undefined ? '' : `-${dateInName(end)}`
  return `ledger_entries_${partyId}${asset}_${from}${to}.csv`
}

const refusal = { message: 'failed to export ledger entries', code: 260_002, during: 'copying to stdout: ' }

async function* linesOf({ db, signal }: Context, prepared: LedgerExport): AsyncGenerator<Uint8Array> {
  const reads = await db.openExport(signal)
  try {
    yield Buffer.from(`${ledgerColumns.join(',')}\n`)
    yield* readLedgerLines(reads, prepared, signal)
  } catch (error) {
    throw toFault(refusal, error)
  } finally {
    reads.close()
  }
}

/** A party's ledger entries as CSV (interface.md 4.2). The export is admitted before the first byte, the header sent at once. */
export async function exportLedger(
  context: Context,
  { partyId, assetId, dateRange }: Params<typeof exportLedgerEntries>,
): Promise<{ filename: string; chunks: AsyncIterable<Uint8Array> }> {
  if (partyId === '') throw invalid('missing party id', '', 10_014)
  if (!isFullId(partyId)) throw invalid('invalid party id')
  if (assetId !== undefined && !isFullId(assetId)) throw invalid('invalid asset ID', '', 10_038)
  const range: LedgerRange = {
    party: idBytes(partyId),
    asset: assetId === undefined ? undefined : idBytes(assetId),
    start: wholeSeconds(dateRange?.startTimestamp),
    end: wholeSeconds(dateRange?.endTimestamp),
  }
  const prepared = await answering(refusal, () => prepareLedgerExport(context.db, range, context.signal))
  return { filename: filenameOf(partyId, assetId, range), chunks: linesOf(context, prepared) }
}
