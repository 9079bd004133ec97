import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import type { PartyLine, PartyRows } from '../../entities/party/party-line.ts'
import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../format/time.ts'
import { ordinal, plural } from '../../format/words.ts'
import { membershipsOf } from '../../features/referee-history/index.ts'

/** The current team and how long the party has been in it; `nowNs` is the chain's time in Unix nanoseconds. */
export function teamLine(data: PartyRows<TeamRefereeHistory>, nowNs: bigint, zone: Zone): PartyLine {
  const [current] = membershipsOf(data.rows, { newestFirst: true, complete: data.complete })
  if (!current) return { answer: 'No team', context: 'Has never joined one' }
  const place = data.complete ? `${ordinal(data.rows.length)} membership` : 'In a team'
  return {
    answer: `${place}, ${formatAge(toMilliseconds(nowNs - BigInt(current.joinedAt)))}`,
    context: `Since ${formatInstant(current.joinedAt, zone, { time: false, name: true })}, epoch ${groupDigits(current.joinedAtEpoch)}`,
  }
}

export interface Counted {
  request: { partyId: string; assetId?: string }
  outcome: string | undefined
  rows: number
  range: string
}

/** Entries are counted by complete, verified exports of all assets in this browser; `exports` are newest first. */
export function ledgerLine(exports: readonly Counted[], partyId: string): PartyLine {
  const whole = exports.find(
    ({ request, outcome }) => request.partyId === partyId && request.assetId === undefined && outcome === 'complete',
  )
  if (!whole) return { answer: 'Export as CSV', context: 'Any asset, any range' }
  return {
    answer: plural(whole.rows, 'entry', 'entries'),
    context: whole.range,
  }
}
