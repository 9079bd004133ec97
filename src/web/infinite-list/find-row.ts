import { useState } from 'react'
import { pageAt, type Listing } from './list.ts'
import type { RowKey } from './row-key.ts'
import { markOf } from './row-fingerprints.ts'

/** Looks for one row among rows that grow: those that were looked through are not looked through again. */
export class RowFinder<Row> {
  #key: string | undefined
  #origin: unknown
  #at: number | undefined
  #looked = 0

  find(
    { count, at, origin, chunks }: Pick<Listing<Row>, 'count' | 'at' | 'origin' | 'chunks'>,
    rowKey: ((row: Row) => string) | RowKey<Row>,
    key: string,
  ): number | undefined {
    // Rows as they came are told apart by their marks: most need not be read. A member with a point in it joins no parts.
    const parts = 'members' in rowKey && origin === chunks[0] ? key.split('.') : []
    const mark = 'members' in rowKey && parts.length === rowKey.members.length ? markOf(parts) : undefined
    const holds = (index: number): boolean => {
      const page = mark === undefined ? undefined : pageAt(chunks, index)
      if (page?.marks && page.marks[index - page.startsAt] !== mark) return false
      const row = at(index)
      return row !== undefined && rowKey(row) === key
    }
    const same = this.#key === key && this.#origin === origin && this.#looked <= count
    if (same && this.#at !== undefined && holds(this.#at)) return this.#at
    let index = same && this.#at === undefined ? this.#looked : 0
    while (index < count && !holds(index)) index += 1
    this.#key = key
    this.#origin = origin
    this.#looked = index
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
