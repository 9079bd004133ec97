import * as v from 'valibot'
import { ErrorBody } from '../../../wire/protocol/error.ts'
import type { Reply } from '../../../wire/protocol/operation.ts'
import type { SampledCounter, SpamReading } from '../../../wire/spam-history.ts'
import {
  getSpamStatistics,
  spamCounters,
  type SpamCounter,
  type SpamStatistics,
} from '../../../wire/spam-statistics.ts'
import { jsonOf } from '../core-error.ts'
import type { Core } from '../core.ts'
import { Fault, ForeignFault } from '../../fault.ts'
import { joinMembers, type Rendered } from '../../json-text.ts'

/** A core node's reply that is not what the interface describes; the message is a sentence. */
class UnreadableReply extends Error {}

const counterOf = ({ countForEpoch, maxForEpoch, bannedUntil }: SpamCounter): SampledCounter => ({
  used: countForEpoch,
  max: maxForEpoch,
  ...(bannedUntil != null && { bannedUntil }),
})

/** The count of the proposal with most votes, since each proposal has the limit of its own. */
function votesOf({ votes }: SpamStatistics): SampledCounter | undefined {
  if (!votes) return undefined
  const { maxForEpoch, bannedUntil, statistics } = votes
  const most = statistics.reduce((most, { countForEpoch }) => {
    const count = BigInt(countForEpoch)
    return count > most ? count : most
  }, 0n)
  return { used: String(most), max: maxForEpoch, ...(bannedUntil != null && { bannedUntil }) }
}

/** What is kept of a party's statistics over the epoch. */
export function readingOf(statistics: SpamStatistics): SpamReading {
  const votes = votesOf(statistics)
  const powBan = statistics.pow?.bannedUntil
  const counters = spamCounters.flatMap((name) => {
    const counter = statistics[name]
    return counter ? [[name, counterOf(counter)] as const] : []
  })
  return {
    epochSeq: statistics.epochSeq,
    counters: { ...Object.fromEntries(counters), ...(votes && { votes }) },
    ...(powBan != null && { powBannedUntil: powBan }),
  }
}

function parsed(reply: Rendered<Reply<typeof getSpamStatistics>>): SpamStatistics {
  const result = v.safeParse(getSpamStatistics.reply, jsonOf(joinMembers(reply)))
  if (result.success) return result.output.statistics
  throw new UnreadableReply("The core node's answer is not what the interface describes.")
}

/** Reads the statistics of a party. Rejects as the core does, and for a reply that cannot be read. */
export const readStatistics = async (core: Core, partyId: string, signal: AbortSignal): Promise<SpamStatistics> =>
  parsed(await core.spamStatistics(partyId, signal))

/** The message of another node's error body. */
function foreignReason({ status, text }: ForeignFault): string {
  const body = v.safeParse(ErrorBody, jsonOf(text))
  const message = body.success ? body.output.details[0]?.message || body.output.message : ''
  return message || `HTTP status ${status}`
}

/** Why a reading failed, for people; undefined for a defect. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ForeignFault) return `The core node refused: ${foreignReason(error)}`
  if (error instanceof Fault) return error.detail?.message ?? error.message
  return error instanceof UnreadableReply ? error.message : undefined
}
