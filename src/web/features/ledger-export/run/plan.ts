import type { Zone } from '../../../format/time.ts'
import { serverNow } from '../../../api/status/server-clock.ts'
import { chainNow } from '../../../api/status/node-status.ts'
import { secondOf } from '../engine/sums/ledger-time.ts'
import { later, monthsOf } from '../parts.ts'
import type { Range } from '../range.ts'
import { exportUrl } from '../request.ts'
import type { Part, Run } from './run.ts'

const second = 1_000_000_000n
/** Blocks younger than this may not have reached the node's database yet. */
const settling = 60n * second

export const boundsOf = ({ from, to }: Range): Range => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})

/** The one part of a run that is asked at once. */
export const wholePart = ({ request, label, url }: Run): Part => ({ ...request, label, url, file: 0, attempts: 0 })

/** The months of a run; `first` is the time of the first entry as the node wrote it, which says where they begin. */
export function monthParts({ request, options, label }: Run, first: string | undefined, zone: Zone): Part[] {
  const { partyId, assetId } = request
  const begin = first === undefined ? Number.NaN : secondOf(first)
  // Up to a second may lie between the time an entry shows and the one it is found by.
  const start = Number.isNaN(begin) ? undefined : later(request.from, ((BigInt(begin) - 1n) * second).toString())
  const [head = { label }, ...rest] =
    start === undefined ? [{ ...request, label }] : monthsOf({ ...request, from: start }, chainNow(), zone)
  // The first month starts where the reader asked, so that nothing before the first entry is left to belief.
  const { from: _, ...open } = head
  const ranges = [{ ...open, ...(request.from === undefined ? {} : { from: request.from }) }, ...rest]
  return ranges.map((range, index) => ({
    ...range,
    url: exportUrl({ partyId, ...(assetId !== undefined && { assetId }), ...boundsOf(range) }),
    file: options.each ? index : 0,
    attempts: 0,
  }))
}

/** Up to when the entries of a range can be asked for again with the same answer; undefined when it begins later. */
export function settledEnd({ from, to }: Range): string | undefined {
  const limit = ((serverNow() - settling) / second) * second
  const end = to !== undefined && BigInt(to) < limit ? to : limit.toString()
  return from !== undefined && BigInt(from) >= BigInt(end) ? undefined : end
}
