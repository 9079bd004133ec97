import { useState } from 'react'
import type { Listing } from './list.ts'
import type { RowKey } from './row-key.ts'

/** Finds one row among rows that grow: those that were searched are not searched again. */
export class RowFinder<Row> {
  #key: string | undefined
  #origin: unknown
  #at: number | undefined
  #searched = 0

  find(
    { count, at, origin }: Pick<Listing<Row>, 'count' | 'at' | 'origin'>,
    rowKey: ((row: Row) => string) | RowKey<Row>,
    key: string,
  ): number | undefined {
    // The key ends with the row's last member, which is compared first: most keys then need not be joined.
    const last = 'members' in rowKey ? rowKey.members.at(-1) : undefined
    const holds = (index: number): boolean => {
      const row = at(index)
      if (row === undefined || row === null || (last !== undefined && !key.endsWith(row[last] as string))) return false
      return rowKey(row) === key
    }
    const same = this.#key === key && this.#origin === origin && this.#searched <= count
    if (same && this.#at !== undefined && holds(this.#at)) return this.#at
    let index = same && this.#at === undefined ? this.#searched : 0
    while (index < count && !holds(index)) index += 1
    this.#key = key
    this.#origin = origin
    this.#searched = index
    this.#at = index < count ? index : undefined
    return this.#at
  }
}

/** Where the row named by `key` is among the rows shown; undefined when it is not (or not yet) there. */
export function useOpenRow<Row>(
  listing: Listing<Row>,
  rowKey: (row: Row) => string,
  key: string | undefined,
): number | undefined {
  const [finder] = useState(() => new RowFinder<Row>())
  return key === undefined ? undefined : finder.find(listing, rowKey, key)
}
