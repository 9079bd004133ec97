import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { changesSince, PartyAlertRecord, readingChange, UnreadRecord } from '../../../wire/spam/changes-since.ts'
import { slaChangeSince, SlaRecord } from '../../../wire/sla/sla-verdict.ts'
import { codeOf, fileFault } from '../../file-fault.ts'
import { log } from '../../log.ts'
import { makeDirectory } from '../../make-directory.ts'
import type { ReadListener, WatchClock, SlaPosition } from '../watch/party-watch.ts'
import {
  type Naming,
  Notice,
  type NoticeReading,
  type ReadingCounter,
  readingNotice,
  type ReadingOutcome,
  slaNotice,
  spamNotices,
} from './notice.ts'
import { type Post, type Receiver, type ReceiverCounts, ReceiverQueue } from './receiver-queue.ts'

/** What a restart needs to know: the last verdicts, and what has yet to be sent, by a digest of the receiver's URL. */
const State = v.object({
  parties: v.record(v.string(), v.object({ chain: v.string(), limits: PartyAlertRecord })),
  /** By the ids of party and market. */
  sla: v.optional(v.record(v.string(), SlaRecord), {}),
  /** Of those that cannot be read, by party and counter of the notice. */
  unread: v.optional(v.record(v.string(), UnreadRecord), {}),
  waiting: v.record(v.string(), v.array(Notice)),
})
type State = v.InferOutput<typeof State>

const digestOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 16)

/** The state of an earlier run; of none without the file. Throws a sentence for a file that is none of these. */
function readState(file: string): State {
  let text: string
  try {
    // A pipe is waited for, and a device has no end.
    const found = statSync(file)
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is not a file')
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { parties: {}, sla: {}, unread: {}, waiting: {} }
    throw new Error(`--notify-state cannot read ${file}: ${fileFault(error)}.`, { cause: error })
  }
  try {
    return v.parse(State, JSON.parse(text))
  } catch (error) {
    throw new Error(
      `The file of --notify-state was not written by this version of Lyra: ${file}. Move it away, and what is known is a beginning.`,
      { cause: error },
    )
  }
}

export interface NotifierOptions extends Naming {
  receivers: readonly Receiver[]
  /** Where the state is kept. */
  file: string
  /** The watched parties, in lower case; others are forgotten. */
  parties: readonly string[]
}

/** Tells receivers of each worsening and each recovery of the watched parties, once, over restarts too. */
export class Notifier {
  #parties: State['parties']
  #sla: State['sla']
  #unread: State['unread']
  readonly #queues: ReadonlyMap<string, ReceiverQueue>
  #isUnsaved = false
  /** Of this process alone. */
  readonly #unfinished = `.unfinished-${randomUUID()}`

  /** Throws a sentence when the file of the state cannot be used. */
  constructor(
    private readonly options: NotifierOptions,
    private readonly clock: WatchClock,
    post: Post,
  ) {
    const { parties, sla, unread, waiting } = readState(options.file)
    /** Those whose keys begin with a watched party. */
    const watched = <Each>(all: Readonly<Record<string, Each>>): Record<string, Each> =>
      Object.fromEntries(Object.entries(all).filter(([key]) => options.parties.includes(key.split(' ')[0] ?? '')))
    this.#parties = watched(parties)
    this.#sla = watched(sla)
    this.#unread = watched(unread)
    this.#queues = new Map(
      options.receivers.map((receiver) => {
        const key = digestOf(receiver.url)
        return [key, new ReceiverQueue(receiver, waiting[key] ?? [], { clock, post, changed: () => this.#save() })]
      }),
    )
    try {
      makeDirectory(dirname(options.file))
      this.#write()
    } catch (error) {
      throw new Error(`--notify-state cannot write ${options.file}: ${fileFault(error)}.`, { cause: error })
    }
  }

  /** Compares what was read with the last verdict on the party; a failed read is no verdict. */
  readonly observe: ReadListener = (party, result) => {
    const now = this.clock.now()
    const known = this.#parties[party]
    // An alert and its end are those of one chain, whatever is read after it.
    const reading = { party, chain: known?.chain ?? '', at: now }
    if ('failure' in result) return this.#save(this.#heard('reading', reading, result))
    const { chain, verdict, block } = result
    const before = known?.chain === chain ? known.limits : undefined
    const { record, changes } = changesSince(before, verdict, now)
    const isNew = !isDeepStrictEqual(before, record)
    this.#parties = { ...this.#parties, [party]: { chain, limits: record } }
    const isHeard = this.#heard('reading', { ...reading, block }, { words: verdict.sentence })
    this.#add(spamNotices({ ...result, party, at: now }, changes, this.options))
    this.#save(isNew || isHeard)
  }

  /** Compares a party's positions with what was last reported of each. A failed read counts for a known provider alone. */
  observeSla(party: string, positions: readonly SlaPosition[] | { failure: string }): void {
    const now = this.clock.now()
    const reading = { party, chain: this.#parties[party]?.chain ?? '', at: now }
    const others = Object.entries(this.#sla).filter(([position]) => !position.startsWith(`${party} `))
    if ('failure' in positions) {
      const isProvider = others.length < Object.keys(this.#sla).length
      return this.#save(isProvider && this.#heard('sla-reading', reading, positions))
    }
    const judged = positions.map((position) => {
      const key = `${party} ${position.market}`
      return { key, position, ...slaChangeSince(this.#sla[key], position.verdict.state, position.epoch, now) }
    })
    const records = judged.flatMap(({ key, record }) => (record ? [[key, record] as const] : []))
    const sla: State['sla'] = Object.fromEntries([...others, ...records])
    const isNew = !isDeepStrictEqual(this.#sla, sla)
    this.#sla = sla
    const isHeard = this.#heard('sla-reading', reading, { words: '' })
    this.#add(
      judged.flatMap(({ position, change }) => (change ? [slaNotice(reading, position, change, this.options)] : [])),
    )
    this.#save(isNew || isHeard)
  }

  /** Notes what came of an attempt to read, and tells of it where that is due; whether anything is to be kept. */
  #heard(counter: ReadingCounter, reading: NoticeReading, outcome: ReadingOutcome): boolean {
    const key = `${reading.party} ${counter}`
    const { [key]: before, ...others } = this.#unread
    const { record, change } = readingChange(before, 'failure' in outcome, reading.at)
    if (isDeepStrictEqual(before, record)) return false
    this.#unread = record ? { ...others, [key]: record } : others
    const since = before?.since ?? reading.at
    if (change) this.#add([readingNotice(reading, { counter, since, outcome }, this.options)])
    return true
  }

  async run(signal: AbortSignal): Promise<void> {
    // With one signal for all, Node would take the many listeners for a leak.
    await Promise.all(Array.from(this.#queues.values(), (queue) => queue.run(AbortSignal.any([signal]))))
  }

  counts(): ReceiverCounts[] {
    return Array.from(this.#queues.values(), ({ counts }) => counts)
  }

  #add(notices: readonly Notice[]): void {
    if (notices.length > 0) for (const queue of this.#queues.values()) queue.add(notices)
  }

  /** Saves the notices before they are sent, together with the verdicts that they follow from. */
  #save(isChanged = true): void {
    if (!isChanged) return
    try {
      this.#write()
      if (this.#isUnsaved) log.info('The state of --notify is kept again.')
      this.#isUnsaved = false
    } catch (error) {
      if (!this.#isUnsaved)
        log.error(
          `The state of --notify cannot be kept, so that a restart may repeat or miss a message: ${fileFault(error)}.`,
        )
      this.#isUnsaved = true
    }
  }

  /** The file is the old one or the new one, never half of it, and for its owner alone. */
  #write(): void {
    const waiting = Object.fromEntries(Array.from(this.#queues, ([key, queue]) => [key, queue.waiting]))
    const { file } = this.options
    const place = existsSync(file) ? realpathSync(file) : file
    const unfinished = place + this.#unfinished
    const state = { parties: this.#parties, sla: this.#sla, unread: this.#unread, waiting }
    try {
      writeFileSync(unfinished, JSON.stringify(state), { mode: 0o600, flush: true })
      renameSync(unfinished, place)
    } finally {
      rmSync(unfinished, { force: true })
    }
  }
}
