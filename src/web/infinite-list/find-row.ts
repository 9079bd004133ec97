import { useMemo } from 'react'
import type { Listing } from './list.ts'

/** The index of the row named by `key` among the rows shown; undefined when it is not (or not yet) there. */
export function useOpenRow<Row>(
  { at, count }: Pick<Listing<Row>, 'at' | 'count'>,
  rowKey: (row: Row) => string,
  key: string | undefined,
): number | undefined {
  return useMemo(() => {
    if (key === undefined) return undefined
    for (let index = 0; index < count; index += 1) {
      const row = at(index)
      if (row !== undefined && rowKey(row) === key) return index
    }
    return undefined
  }, [at, count, rowKey, key])
}
