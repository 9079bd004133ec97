import { setTimeout as sleep } from 'node:timers/promises'
import { listKnownParties } from '../../../wire/known-parties.ts'
import { changesSince, type PartyAlertRecord } from '../../../wire/spam/changes-since.ts'
import { riskWords, type RiskState } from '../../../wire/spam/risk-state.ts'
import type { Gauge } from '../../../wire/spam/spam-gauges.ts'
import { hasNoActivity, type PartyRecord, type SpamVerdict, withRecord } from '../../../wire/spam/spam-verdict.ts'
import { getSpamHistory } from '../../../wire/spam-history.ts'
import { type NodeProxy, proxyCore } from '../../core/core-proxy.ts'
import { maxWatched, PartyWatch, type ReadResult, reasonOf, type WatchClock } from '../../core/watch/party-watch.ts'
import { clockWords, timeOf, wordsOf } from '../../core/notify/notice.ts'
import { ForeignFault, Fault } from '../../fault.ts'
import { printable } from '../../log.ts'
import { UsageError } from '../operating-options.ts'
import { printed } from '../read/list.ts'
import { interruptSignal } from '../serve/signals.ts'
import type { WatchOptions, WatchedParties } from './watch-options.ts'
import { listLiquidityProviders } from '../../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../../wire/margin-modes.ts'
import { listParties } from '../../../wire/network.ts'
import { listRefereeHistory } from '../../../wire/referee-history.ts'
import { ErrorBody } from '../../../wire/protocol/error.ts'
import { jsonOf } from '../../../wire/scalar.ts'
import * as v from 'valibot'

/** What is known of a party, from better to worse: a state that could not be read may be anything, but is not seen to be bad. */
const levels = ['ok', 'unread', 'near', 'limit', 'banned'] as const
type Level = (typeof levels)[number]
/** Exit statuses by the state reached, besides 2 for wrong arguments, 1 for other errors and 130 when stopped. */
const exitStatus: Readonly<Record<Level, number>> = { ok: 0, near: 3, limit: 4, banned: 5, unread: 6 }

const levelOfState: Partial<Record<RiskState, Level>> = {
  banned: 'banned',
  confirming: 'banned',
  limit: 'limit',
  near: 'near',
  unknown: 'unread',
  unrecorded: 'unread',
  stale: 'unread',
}
const rank = (level: Level): number => levels.indexOf(level)
const worstLevel = (all: Iterable<Level>): Level =>
  [...all].reduce((worst, level) => (rank(level) > rank(worst) ? level : worst), 'ok')
const levelOf = ({ state, unreadableBan }: Gauge): Level =>
  worstLevel([levelOfState[state] ?? 'ok', unreadableBan === undefined ? 'ok' : 'unread'])

/** A line of `--json`; of these all but state, time and text may be absent. Times are RFC 3339 in UTC, counts exact text. */
interface WatchLine {
  party: string
  nickname?: string | undefined
  /** `unread` where the attempt to read it failed. */
  state: RiskState | 'unread'
  counter?: string | undefined
  used?: string | undefined
  max?: string | undefined
  until?: string | undefined
  chain?: string | undefined
  block?: string | undefined
  /** Of this machine's clock. */
  time: string
  text: string
}

const figuresOf = ({ name: counter, state, used, max, bannedUntil, endedBan }: Gauge) => {
  const end = bannedUntil ?? endedBan
  return { state, counter, used, max, until: end === undefined ? undefined : timeOf(end) }
}

function textOf({ sentence, context, ban, rest, gauges }: SpamVerdict): string {
  const last = ban?.several ? ', the last' : ''
  const text = ban ? `${ban.subject}${last} until ${clockWords(timeOf(ban.until))}.${rest}` : sentence
  const isDoubtful = gauges.some((gauge) => gauge.state === 'confirming' || levelOf(gauge) === 'unread')
  return isDoubtful ? `${text} ${context}` : text
}

/** The reason, worded for a node that was named rather than a service's core node. */
const ofNode = (reason: string): string => reason.replaceAll('The core node', 'The node').replace('--core', '--node')

export interface WatchParts {
  core: Pick<NodeProxy, 'spamStatistics' | 'read'>
  clock: WatchClock
  print: (line: string) => unknown
  /** Aborts when the watch is to end without a result. */
  stopping: AbortSignal
}

/** Parties that a Lyra watches, else those that it names; a sentence where it cannot be read. Throws UsageError for other nodes. */
async function partiesOf({ core, stopping }: WatchParts, own: WatchedParties): Promise<WatchedParties | string> {
  try {
    const { watched } = await core.read(getSpamHistory, {}, stopping)
    const { parties } = await core.read(listKnownParties, {}, stopping)
    const watch = watched.length > 0 ? watched : parties.map(({ partyId }) => partyId)
    const names = new Map([...parties.map(({ partyId, name }) => [partyId, name] as const), ...own.names])
    if (watch.length > 0) return { watch: watch.slice(0, maxWatched), names }
  } catch (error) {
    const isOther = error instanceof ForeignFault && error.status === 404
    if (!isOther) return stopping.aborted ? 'Stopped.' : ofNode(reasonOf(error) ?? String(error))
  }
  throw new UsageError('watch takes at least one <party>: this node reports none.')
}

/** A key is looked up again only after this time, in milliseconds. */
const recordMs = 60_000

/** Whether the node knows the keys that show nothing but zeros. */
class PartyRecords {
  readonly #records = new Map<string, { record: PartyRecord; at: number }>()
  constructor(private readonly parts: WatchParts) {}

  async judge(partyId: string, verdict: SpamVerdict): Promise<SpamVerdict> {
    if (!hasNoActivity(verdict.gauges)) return verdict
    const { core, clock, stopping } = this.parts
    const last = this.#records.get(partyId)
    if (last && (last.record === 'known' || Math.abs(clock.now() - last.at) < recordMs))
      return withRecord(verdict, last.record)
    const record = await partyRecord(core.read, partyId, stopping)
    this.#records.set(partyId, { record, at: clock.now() })
    return withRecord(verdict, record)
  }
}

interface Standing {
  level: Level
  record?: PartyAlertRecord | undefined
}

/** The lines on what came of an attempt to read a party whose verdict was `before`, and how it stands after it. */
function linesOf(before: Standing | undefined, result: ReadResult, now: number) {
  if ('failure' in result) {
    const lines = before?.level === 'unread' ? [] : [{ state: 'unread' as const, text: result.failure }]
    return { standing: { ...before, level: 'unread' as const }, lines }
  }
  const { verdict, chain, block } = result
  const level = worstLevel(verdict.gauges.map(levelOf))
  const { record, changes } = changesSince(before?.record, verdict, now)
  const lines = changes.map((change) => {
    const figures = figuresOf(change.gauge)
    return { ...figures, chain, block, text: `${wordsOf(change, figures.until ?? null)}.` }
  })
  const standing = { level, record }
  // The first verdict is printed whole, and so is each change between known and unknown.
  const isTurn = before === undefined || (before.level === 'unread') !== (level === 'unread')
  if (!isTurn || lines.length > 0) return { standing, lines }
  const worst = verdict.gauges.find(({ state }) => state === verdict.worst)
  const figures = worst ? figuresOf(worst) : {}
  return { standing, lines: [{ ...figures, state: verdict.worst, chain, block, text: textOf(verdict) }] }
}

/** As JSON, or for people: `2026-03-01T16:00:05.000Z  At limit  quote-bot-7 a1…  Transfers: limit reached (20 of 20).` */
function lineText(line: WatchLine, json: boolean): string {
  if (json) return JSON.stringify(line)
  const { time, state, nickname, party, text } = line
  const word = state === 'unread' ? 'Not read' : riskWords[state]
  return printable(`${time}  ${word.padEnd(10)}  ${nickname === undefined ? '' : `${nickname} `}${party}  ${text}`)
}

/**
 * `lyra watch`: a line for each party and then for each change, until a state is reached, each party was read once, or it is
 * stopped. Resolves to the exit status; rejects with a sentence.
 */
export async function runWatch(options: WatchOptions, parts: WatchParts = partsOf(options)): Promise<number> {
  const { core, clock, print, stopping } = parts
  const { until, once, json } = options
  const stop = new AbortController()
  const ended = AbortSignal.any([stopping, stop.signal])
  const listed = options.watch.length > 0 ? options : await partiesOf(parts, options)
  if (typeof listed === 'string') {
    if (stopping.aborted) return 130
    console.error(printable(`lyra: the parties of the node could not be read: ${listed}`))
    return exitStatus.unread
  }
  const { watch, names } = listed
  const records = new PartyRecords({ ...parts, stopping: ended })
  const standings = new Map<string, Standing>()
  let reached: Level | undefined

  async function hear(party: string, result: ReadResult): Promise<void> {
    const judged: ReadResult =
      'failure' in result
        ? { failure: ofNode(result.failure) }
        : { ...result, verdict: await records.judge(party, result.verdict) }
    const before = standings.get(party)
    if (ended.aborted || (once && before)) return
    const now = clock.now()
    const { standing, lines } = linesOf(before, judged, now)
    standings.set(party, standing)
    const time = new Date(now).toISOString()
    const nickname = names.get(party)
    for (const { state, text, ...figures } of lines)
      await print(lineText({ party, nickname, state, ...figures, time, text }, json))
    if (until !== undefined && rank(standing.level) >= rank(until)) reached = standing.level
    if (once && standings.size === watch.length)
      reached = worstLevel(Array.from(standings.values(), ({ level }) => level))
    if (reached !== undefined) stop.abort()
  }

  const spamWatch = new PartyWatch(watch, core, clock, names)
  // Readings of a party are printed in order, though keys are looked up meanwhile.
  const printing = new Map<string, Promise<void>>()
  let failure: unknown
  spamWatch.onRead((party, result) => {
    const next = (printing.get(party) ?? Promise.resolve()).then(() => hear(party, result))
    const ending = next.catch((error: unknown) => {
      if (!ended.aborted) failure = error
      stop.abort()
    })
    printing.set(party, ending)
  })
  await spamWatch.run(ended)
  await Promise.all(printing.values())
  if (failure !== undefined) throw failure
  return reached === undefined ? 130 : exitStatus[reached]
}

function partsOf({ node }: WatchOptions): WatchParts {
  return {
    core: proxyCore(node),
    clock: { now: Date.now, sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
    print: (line) => printed(`${line}\n`, 130),
    stopping: interruptSignal('Stopped.'),
  }
}

type ReadNode = NodeProxy['read']

const pagination = { first: 1 }

/** The list of parties has every key that was ever active; a node without it may have the others. */
const lookups: readonly ((read: ReadNode, partyId: string, signal: AbortSignal) => Promise<boolean>)[] = [
  async (read, partyId, signal) => {
    const { parties } = await read(listParties, { partyId, pagination }, signal)
    return parties.edges.some(({ node }) => node.id === partyId)
  },
  async (read, partyId, signal) =>
    (await read(listMarginModes, { partyId, pagination }, signal)).partyMarginModes.edges.length > 0,
  async (read, partyId, signal) =>
    (await read(listRefereeHistory, { referee: partyId, pagination }, signal)).teamRefereeHistory.edges.length > 0,
  async (read, partyId, signal) =>
    (await read(listLiquidityProviders, { partyId, pagination }, signal)).liquidityProviders.edges.length > 0,
]

/** False when the node refuses the key; undefined when it lacks the operation: its 404 then has no detail (wire.md 4.2). */
function foundAfter(error: unknown): false | undefined {
  if (!(error instanceof ForeignFault) || ![400, 404, 501].includes(error.status)) throw error
  const body = v.safeParse(ErrorBody, jsonOf(error.text))
  return error.status === 400 || (body.success && body.output.details.length > 0) ? false : undefined
}

/** Whether the node knows a key at all. A node that can look up no keys, as a core node, leaves it unchecked. */
async function partyRecord(read: ReadNode, partyId: string, signal: AbortSignal): Promise<PartyRecord> {
  let record: PartyRecord = 'unchecked'
  try {
    for (const lookup of lookups) {
      const found = await lookup(read, partyId, signal).catch(foundAfter)
      if (found) return 'known'
      if (found === false) record = 'none'
    }
    return record
  } catch (error) {
    if (error instanceof Fault) return 'unchecked'
    throw error
  }
}
