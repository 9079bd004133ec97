import * as v from 'valibot'
import { toRfc3339 } from '../../../wire/rfc3339.ts'
import { slaChangeWords } from '../../../wire/sla/sla-verdict.ts'
import type { SpamChange } from '../../../wire/spam/changes-since.ts'
import type { SlaPosition } from '../watch/party-watch.ts'

const Text = v.nullable(v.string())

/** What a receiver gets of one change; counts are exact text, times are RFC 3339 in UTC. */
export const Notice = v.object({
  /** A ready sentence. */
  text: v.string(),
  /** `worse` or `better`. */
  change: v.picklist(['worse', 'better']),
  /** When it was read, by the service's clock. */
  time: v.string(),
  party: v.string(),
  nickname: Text,
  /** The state now, such as `near`, `limit`, `banned` or `ok`; `unknown` of what cannot be read, `read` once it was. */
  state: v.string(),
  /** `transfers`, `votes`, ..., `pow`, or `sla`; `reading` and `sla-reading` of what cannot be read. */
  counter: v.string(),
  /** Of an SLA. */
  market: Text,
  used: Text,
  max: Text,
  /** The end of a ban. */
  until: Text,
  chain: v.string(),
  /** The newest block of the reading. */
  block: Text,
  /** The party's page of the dashboard. */
  link: Text,
})
export type Notice = v.InferOutput<typeof Notice>

/** What was read of a party, `at` Unix milliseconds. */
export interface NoticeReading {
  party: string
  chain: string
  at: number
  block?: string | undefined
}

/** How a notice names a party. */
export interface Naming {
  names: ReadonlyMap<string, string>
  /** Where the dashboard is reached, without a slash at the end. */
  publicUrl: string | undefined
}

/** The text of somebody else within a sentence: one line, and no mark-up of Slack or HTML. */
const plain = (text: string, maxLength = 64): string =>
  Array.from(
    text
      .replaceAll(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu, ' ')
      .replaceAll('<', '‹')
      .replaceAll('>', '›'),
  )
    .slice(0, maxLength)
    .join('')
    .trim()

const shortest = 14
const nameOf = (party: string, nickname: string | null): string =>
  plain(nickname ?? '') || (party.length <= shortest ? party : `${party.slice(0, 6)}…${party.slice(-6)}`)

/** Unix nanoseconds as RFC 3339, as short as it can be. */
export const timeOf = (ns: bigint): string => toRfc3339(ns).replace(/\.?0+Z$/, 'Z')

/** `2026-03-01 16:30:00 UTC` */
export const clockWords = (rfc3339: string): string => `${rfc3339.slice(0, 19).replace('T', ' ')} UTC`

/** The words of a change, with the end of a ban, and what is left when one has ended. */
export function wordsOf({ state, words, gauge }: SpamChange, until: string | null): string {
  if (state === 'banned' && until !== null) return `${words} until ${clockWords(until)}`
  const count = `${gauge.used ?? '?'} of ${gauge.max ?? '?'}`
  if (state === 'free' && gauge.state === 'limit') return `${words}, but at the limit: ${count}`
  return state === 'free' && gauge.state === 'near' ? `${words}, but near the limit: ${count}` : words
}

/** What notices have in common; `words` follow the name of the party. */
function noticeFrame({ party, chain, at, block }: NoticeReading, words: string, naming: Naming) {
  const nickname = naming.names.get(party) ?? null
  const link = naming.publicUrl === undefined ? null : `${naming.publicUrl}/parties/${party}`
  const text = `${nameOf(party, nickname)}: ${words}`
  return { text, time: new Date(at).toISOString(), party, nickname, chain, block: block ?? null, link }
}

export function spamNotices(reading: NoticeReading, changes: readonly SpamChange[], naming: Naming): Notice[] {
  return changes.flatMap((change): Notice[] => {
    const { gauge, state } = change
    if (state === 'watch') return []
    const end = gauge.bannedUntil ?? gauge.endedBan
    const until = end === undefined ? null : timeOf(end)
    return [
      {
        ...noticeFrame(reading, `${wordsOf(change, until)}.`, naming),
        change: state === 'free' || state === 'clear' ? 'better' : 'worse',
        state: gauge.state,
        counter: gauge.name,
        market: null,
        used: gauge.used ?? null,
        max: gauge.max ?? null,
        until,
      },
    ]
  })
}

/** The notice of a change of a position's SLA; the market's code is the network's text. */
export function slaNotice(
  reading: NoticeReading,
  { market, code, verdict, amounts }: SlaPosition,
  change: Notice['change'],
  naming: Naming,
): Notice {
  const safe = { ...amounts, symbol: amounts.symbol === undefined ? undefined : plain(amounts.symbol) }
  const words = slaChangeWords(plain(code) || nameOf(market, null), verdict, safe)
  const counts = { used: null, max: null, until: null }
  const frame = noticeFrame(reading, `${words}.`, naming)
  return { ...frame, ...counts, change, state: verdict.state, counter: 'sla', market }
}

/** The counters of notices on reading itself. */
export type ReadingCounter = 'reading' | 'sla-reading'
const readings: Readonly<Record<ReadingCounter, readonly [what: string, doubt: string]>> = {
  reading: ['limits', 'whether it is near a limit or banned is unknown'],
  'sla-reading': ['SLA', 'whether it is behind is unknown'],
}
export const isReading = ({ counter }: Pick<Notice, 'counter'>): boolean => counter in readings

/** Why a party cannot be read, or a sentence on what was read. */
export type ReadingOutcome = { failure: string } | { words: string }

/** The notice that a party has not been read since a moment (Unix milliseconds), or was read again. */
export function readingNotice(
  reading: NoticeReading,
  { counter, since, outcome }: { counter: ReadingCounter; since: number; outcome: ReadingOutcome },
  naming: Naming,
): Notice {
  const [what, doubt] = readings[counter]
  const from = clockWords(new Date(since).toISOString())
  const failed = 'failure' in outcome
  const words = failed
    ? `${what} not read since ${from}, so ${doubt}. ${plain(outcome.failure, 300).replace(/\.?$/, '.')}`
    : `${what} read again, after nothing was known since ${from}. ${outcome.words}`.trimEnd()
  const counts = { market: null, used: null, max: null, until: null }
  return {
    ...noticeFrame(reading, words, naming),
    ...counts,
    change: failed ? 'worse' : 'better',
    state: failed ? 'unknown' : 'read',
    counter,
  }
}

/** A message to a receiver: of one notice, or of several, whose differing members are then null. */
export type Message = { [Member in keyof Notice]: string | null } & { text: string; changes?: Notice[] }

/** A notice that is sent this much later says when it was read. */
const lateMs = 60_000
/** The text of several notices; receivers cut or refuse longer ones. */
const maxText = 1500

/** Sums up notices that are sent at `now`, Unix milliseconds. */
export function messageOf(notices: readonly Notice[], now: number): Message {
  const dated = notices.map((notice) =>
    now - Date.parse(notice.time) < lateMs
      ? notice
      : { ...notice, text: `${notice.text} (Read at ${clockWords(notice.time)}.)` },
  )
  const [first, ...others] = dated
  if (!first || others.length === 0) return { ...(first as Notice) }
  const lines = dated.map(({ text }) => text)
  let shown = lines.length
  while (shown > 1 && lines.slice(0, shown).join('\n').length > maxText) shown -= 1
  const rest = lines.length - shown
  const text = [`${lines.length} changes:`, ...lines.slice(0, shown), ...(rest > 0 ? [`And ${rest} more.`] : [])]
  const common = Object.entries(first).map(([member, value]) => [
    member,
    others.every((notice) => notice[member as keyof Notice] === value) ? value : null,
  ])
  return {
    ...(Object.fromEntries(common) as Message),
    text: text.join('\n'),
    change: dated.some(({ change }) => change === 'worse') ? 'worse' : 'better',
    changes: dated,
  }
}

type Value = null | boolean | number | string | Value[] | { [member: string]: Value }

/** The shape of a receiver's bodies: any JSON, whose strings have placeholders such as `{text}`. */
export type Template = Value

const placeholder = /\{([a-z]+)\}/g
/** A receiver ends an alert without a recovery after this time, in milliseconds. */
const lastsMs = 86_400_000

const own = ['name', 'ends'] as const
const known: ReadonlySet<string> = new Set([...Object.keys(Notice.entries), ...own])

/** What the placeholders stand for; null where there is nothing to say. */
function valuesOf(message: Message): ReadonlyMap<string, string | null> {
  const { changes: _, ...members } = message
  const name = message.party === null ? null : nameOf(message.party, message.nickname)
  const time = message.time === null ? undefined : Date.parse(message.time)
  const lasts = message.change === 'worse' ? lastsMs : 0
  const ends = time === undefined ? null : new Date(time + lasts).toISOString()
  return new Map(Object.entries({ ...members, name, ends }))
}

/** A string that is one placeholder without a value is left out. */
const isAbsent = (value: Value, values: ReadonlyMap<string, string | null>): boolean =>
  typeof value === 'string' && /^\{[a-z]+\}$/.test(value) && values.get(value.slice(1, -1)) === null

function filled(template: Value, values: ReadonlyMap<string, string | null>): Value {
  if (typeof template === 'string')
    return template.replace(placeholder, (_, name: string) => values.get(name) ?? '').trimEnd()
  if (template === null || typeof template !== 'object') return template
  if (Array.isArray(template))
    return template.filter((each) => !isAbsent(each, values)).map((each) => filled(each, values))
  return Object.fromEntries(
    Object.entries(template).flatMap(([member, value]) =>
      isAbsent(value, values) ? [] : [[member, filled(value, values)]],
    ),
  )
}

/** The JSON body for a message. A template that is a list has one element for each change, so that none is summed up. */
export function bodyOf(template: Template | undefined, message: Message): string {
  if (template === undefined) return JSON.stringify(message)
  const messages = Array.isArray(template) ? (message.changes ?? [message]) : [message]
  const bodies = messages.map((each) => filled(template, valuesOf(each)))
  return JSON.stringify(Array.isArray(template) ? bodies.flat() : bodies[0])
}

function* stringsIn(template: Value, place = ''): Generator<[place: string, text: string]> {
  if (typeof template === 'string') yield [place || 'the template', template]
  else if (template !== null && typeof template === 'object')
    for (const [member, value] of Object.entries(template))
      yield* stringsIn(value, Array.isArray(template) ? `${place}[${member}]` : `${place}${place && '.'}${member}`)
}

/** Reads a template. Throws an error whose message names the place of the mistake. */
export function parseTemplate(text: string): Template {
  let template: Value
  try {
    template = JSON.parse(text) as Value
  } catch {
    throw new Error('is not JSON')
  }
  const strings = [...stringsIn(template)]
  for (const [place, string] of strings) {
    const unknown = [...string.matchAll(placeholder)].map(([, name = '']) => name).find((name) => !known.has(name))
    if (unknown !== undefined)
      throw new Error(
        `has {${unknown}} at ${place}, which is none of ${[...known].map((one) => `{${one}}`).join(', ')}`,
      )
  }
  if (!strings.some(([, string]) => /\{[a-z]+\}/.test(string))) throw new Error('has no placeholder such as {text}')
  return template
}
