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
  let inMemory: Value | undefined
  return {
    get() {
      try {
        const text = globalThis[area].getItem(key)
        const stored = text === null ? undefined : v.safeParse(schema, JSON.parse(text))
        return stored?.success ? stored.output : inMemory
      } catch {
        return inMemory
      }
    },
    set(value) {
      try {
        globalThis[area].setItem(key, JSON.stringify(value))
        inMemory = undefined
      } catch {
        inMemory = value
      }
    },
  }
}
