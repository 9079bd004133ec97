import type { Reply } from '../../../wire/protocol/operation.ts'
import type { getSpamHistory, SampledCounter, SpamReading } from '../../../wire/spam-history.ts'
import {
  type SpamStatistics,
  getSpamStatistics,
  spamCounters,
  type SpamCounter,
} from '../../../wire/spam-statistics.ts'
import { soonExhausted } from '../../../wire/spam/changes-since.ts'
import { workOnBlocks } from '../../../wire/spam/proof-of-work.ts'
import { type SpamVerdict, verdict } from '../../../wire/spam/spam-verdict.ts'
import type { Core } from '../core.ts'
import { jsonOf } from '../../../wire/scalar.ts'
import { log } from '../../log.ts'
import { PartySamples } from './party-samples.ts'
import * as v from 'valibot'
import { ErrorBody } from '../../../wire/protocol/error.ts'
import { Fault, ForeignFault } from '../../fault.ts'
import { joinMembers, type Rendered } from '../../json-text.ts'
import type { SettlementAsset, SlaVerdict } from '../../../wire/sla/sla-verdict.ts'

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
  const counts = statistics.map(({ countForEpoch }) => BigInt(countForEpoch))
  const most = counts.reduce((most, count) => (count > most ? count : most), 0n)
  return { used: String(most), max: maxForEpoch, ...(bannedUntil != null && { bannedUntil }) }
}

function readingOf(statistics: SpamStatistics): SpamReading {
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

type SpamReply = Reply<typeof getSpamStatistics>

/** Throws UnreadableReply. */
function parsed(reply: Rendered<SpamReply>): SpamReply {
  const result = v.safeParse(getSpamStatistics.reply, jsonOf(joinMembers(reply)))
  if (result.success) return result.output
  throw new UnreadableReply("The core node's answer is not what the interface describes.")
}

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

type SpamHistory = Reply<typeof getSpamHistory>

export interface SpamHistories {
  /** What the operator calls some of the watched parties, by id. */
  readonly names: ReadonlyMap<string, string>
  /** The watched parties, without what is known of them. */
  listed(): SpamHistory
  /** What is known of a party; undefined when it is not watched. */
  historyOf(partyId: string): SpamHistory | undefined
}

/** Each party costs a request in every interval: 50 take half of what a node's limiter refills (wire.md 10.3). */
export const maxWatched = 50
const intervalMs = 5000

/** Times are Unix milliseconds, as in the `Date` header of replies. `sleep` rejects when the signal aborts. */
export interface WatchClock {
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How a watched party stands by its newest reading. */
interface PartyVerdict {
  partyId: string
  /** Undefined while it cannot be read: what was read before may be outdated. */
  verdict: SpamVerdict | undefined
}

/** What came of an attempt to read a party: a verdict with chain and newest block, or why there is none, as a sentence. */
export type ReadResult = { verdict: SpamVerdict; chain: string; block: string | undefined } | { failure: string }
export type ReadListener = (partyId: string, result: ReadResult) => void

/** Fewer blocks do not tell how long one takes. */
const minPaceBlocks = 10n

/** Observes how long a block takes, by the blocks and times of readings. */
class BlockPace {
  #first: { block: bigint; at: number } | undefined
  /** Milliseconds; undefined until enough blocks were seen. */
  msPerBlock: number | undefined

  saw(block: bigint, at: number): void {
    const blocks = this.#first && block - this.#first.block
    if (!this.#first || blocks === undefined || blocks < 0n) this.#first = { block, at }
    else if (blocks >= minPaceBlocks && at > this.#first.at) {
      this.msPerBlock = (at - this.#first.at) / Number(blocks)
      if (blocks > 100n * minPaceBlocks) this.#first = { block, at }
    }
  }
}

/** Reads the spam counters of the watched parties over and over and keeps those of the last 24 hours in memory. */
export class PartyWatch implements SpamHistories {
  readonly #samples: ReadonlyMap<string, PartySamples>
  readonly #statistics = new Map<string, SpamStatistics>()
  readonly #listeners = new Set<ReadListener>()
  readonly #pace = new BlockPace()

  /** `partyIds`: distinct ids in lower case, at most `maxWatched`. */
  constructor(
    partyIds: readonly string[],
    private readonly core: Pick<Core, 'spamStatistics'>,
    private readonly clock: WatchClock,
    readonly names: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#samples = new Map(partyIds.map((partyId) => [partyId, new PartySamples()]))
  }

  /** The watched parties in the order they were given, without what is known of them. */
  listed(): SpamHistory {
    return { now: new Date(this.clock.now()).toISOString(), watched: [...this.#samples.keys()], samples: [], gaps: [] }
  }

  historyOf(partyId: string): SpamHistory | undefined {
    const party = this.#samples.get(partyId.toLowerCase())
    return party && { ...this.listed(), samples: party.samples, gaps: party.gaps }
  }

  /** The verdict on each party that was asked for, by the service's clock, in the order the parties were given. */
  verdicts(): PartyVerdict[] {
    const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n
    return [...this.#samples].flatMap(([partyId, { latest }]): PartyVerdict[] => {
      if (latest === 'failing') return [{ partyId, verdict: undefined }]
      const statistics = this.#statistics.get(partyId)
      if (latest === undefined || !statistics) return []
      return [{ partyId, verdict: verdict(statistics, ns(this.clock.now()), undefined, ns(latest)) }]
    })
  }

  /** Calls back after each attempt to read a party; for the verdict, proof of work that runs out soon is near its limit. */
  onRead(listener: ReadListener): void {
    this.#listeners.add(listener)
  }

  /** Reads until the signal aborts. Parties take turns, so that no two requests begin together. */
  async run(signal: AbortSignal): Promise<void> {
    const step = intervalMs / Math.max(1, this.#samples.size)
    const parties = [...this.#samples]
    // With one signal for all, Node would take the many listeners for a leak.
    const follow = ([partyId, party]: [string, PartySamples], at: number): Promise<void> =>
      this.#follow(partyId, party, at * step, AbortSignal.any([signal]))
    await Promise.all(parties.map(follow))
  }

  /** One request at a time: a reply that takes longer than an interval skips the turns it missed. */
  async #follow(partyId: string, party: PartySamples, delayMs: number, signal: AbortSignal): Promise<void> {
    let due = this.clock.now() + delayMs
    while (!signal.aborted) {
      const now = this.clock.now()
      // A clock that was set back must not stop the reading. A timer may be a little early, which is no such clock.
      if (due > now + 2 * intervalMs) due = now
      if (due > now) await this.clock.sleep(due - now, signal).catch(() => undefined)
      if (signal.aborted) return
      await this.#read(partyId, party, signal)
      due += intervalMs * Math.max(1, Math.ceil((this.clock.now() - due) / intervalMs))
    }
  }

  async #read(partyId: string, party: PartySamples, signal: AbortSignal): Promise<void> {
    const result = await this.#attempt(partyId, party, signal)
    if (result) for (const listener of this.#listeners) listener(partyId, result)
  }

  /** Undefined when it was given up. */
  async #attempt(partyId: string, party: PartySamples, signal: AbortSignal): Promise<ReadResult | undefined> {
    try {
      const { chainId: chain, statistics } = parsed(await this.core.spamStatistics(partyId, signal))
      const at = this.clock.now()
      this.#statistics.set(partyId, statistics)
      party.add(readingOf(statistics), at)
      const block = statistics.pow ? workOnBlocks(statistics.pow)[0]?.height : undefined
      if (block !== undefined) this.#pace.saw(BigInt(block), at)
      const judged = verdict(statistics, BigInt(at) * 1_000_000n)
      return { verdict: soonExhausted(judged, statistics.pow, this.#pace.msPerBlock), chain, block }
    } catch (error) {
      if (signal.aborted) return undefined
      const reason = reasonOf(error)
      if (reason === undefined) log.error(`The spam counters of ${partyId} could not be read:`, error)
      party.fail(reason ?? 'Internal error', this.clock.now())
      return { failure: reason ?? 'Internal error' }
    }
  }
}

/** How a party stands on the SLA of a market. */
export interface SlaPosition {
  market: string
  /** The market's code. */
  code: string
  verdict: SlaVerdict
  /** Of the epoch that the verdict is on. */
  epoch: string
  amounts: SettlementAsset
}

/** Reads the positions of a party. Rejects when they cannot be read. */
export type ReadPositions = (party: string, signal: AbortSignal) => Promise<SlaPosition[]>

/** Each party is read once in this time, in milliseconds; what fails is read again in the next turn. */
const slaIntervalMs = 30_000

/** Reads the liquidity positions of the parties in turn until the signal aborts. */
export async function watchSla(
  parties: readonly string[],
  { read, clock }: { read: ReadPositions; clock: WatchClock },
  observe: (party: string, positions: readonly SlaPosition[] | { failure: string }) => void,
  signal: AbortSignal,
): Promise<void> {
  const step = slaIntervalMs / Math.max(1, parties.length)
  while (!signal.aborted)
    for (const party of parties) {
      const positions = await read(party, signal).catch((error: unknown) => ({
        failure: error instanceof Error ? error.message : String(error),
      }))
      if (signal.aborted) return
      observe(party, positions)
      await clock.sleep(step, signal).catch(() => undefined)
      if (signal.aborted) return
    }
}
