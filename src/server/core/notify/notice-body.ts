import { type Message, nameOf, Notice } from './notice.ts'

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
