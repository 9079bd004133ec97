import * as v from 'valibot'

export interface StoredValue<Value> {
  /** Undefined where there is none, or one that this version does not understand. */
  get: () => Value | undefined
  set: (value: Value) => void
}

/**
 * The value under `key`, checked whenever it is read: an older version or another tab may have written it. Where nothing can be
 * stored, it lasts until the page is closed.
 */
export function storedValue<Value>(
  area: 'localStorage' | 'sessionStorage',
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): StoredValue<Value> {
  const Text = v.pipe(v.string(), v.parseJson(), schema)
  /** The text that is stored; null for none, and where nothing can be read. */
  const read = (): string | null => {
    try {
      return globalThis[area].getItem(key)
    } catch {
      return null
    }
  }
  /** What could not be stored in place of `former`. */
  let held: { value: Value; former: string | null } | undefined
  return {
    get() {
      const text = read()
      if (text === null || text === held?.former) return held?.value
      const stored = v.safeParse(Text, text)
      return stored.success ? stored.output : undefined
    },
    set(value) {
      try {
        globalThis[area].setItem(key, JSON.stringify(value))
        held = undefined
      } catch {
        held = { value, former: read() }
      }
    },
  }
}
