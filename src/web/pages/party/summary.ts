import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import type { PartyLine, PartyRows } from '../../entities/party/party-line.ts'
import { groupDigits } from '../../format/amount.ts'
import { formatInstant, type Zone } from '../../format/time.ts'
import { ordinal, plural } from '../../format/words.ts'
import { membershipsOf } from '../../features/referee-history/memberships.ts'

/** Whole epochs since a join; undefined while the running epoch is unknown. */
export function epochsSoFar(joinedAtEpoch: string, now: string | undefined): string | undefined {
  if (now === undefined || BigInt(now) < BigInt(joinedAtEpoch)) return undefined
  return (BigInt(now) - BigInt(joinedAtEpoch)).toString()
}

/** The current team; `now` is the running epoch, if known. */
export function teamLine(data: PartyRows<TeamRefereeHistory>, now: string | undefined, zone: Zone): PartyLine {
  const [current] = membershipsOf(data.rows, { newestFirst: true, complete: data.complete })
  if (!current) return { answer: 'No team', context: 'Has never joined one' }
  const soFar = epochsSoFar(current.joinedAtEpoch, now)
  const place = data.complete ? `${ordinal(data.rows.length)} membership` : 'In a team'
  return {
    answer: soFar === undefined ? place : `${place}, ${plural(soFar, 'epoch')}`,
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
