import type * as v from 'valibot'

/**
 * The same schema, which takes input as it is when `holds` says that reading it would change nothing and find nothing
 * wrong; all else it reads as ever, so that words about errors stay the same. For lists of thousands.
 */
export function withKnownForm<Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  holds: (input: unknown) => boolean,
): Schema {
  return {
    ...schema,
    '~run': (dataset, config) => {
      if (!holds(dataset.value)) return schema['~run'](dataset, config)
      return Object.assign(dataset, { typed: true } as const)
    },
  } satisfies v.GenericSchema<unknown, unknown> as Schema
}

/** Whether an object has these members in this order and no others. */
export function hasMembers<Name extends string>(
  input: unknown,
  names: readonly Name[],
): input is Readonly<Record<Name, unknown>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  let at = 0
  for (const name in input) if (name !== names[at++]) return false
  return at === names.length
}

/** Digits without sign, `least` to 78 of them. */
export function isDigits(text: unknown, least: 0 | 1): text is string {
  if (typeof text !== 'string' || text.length < least || text.length > 78) return false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return true
}
