/** What a list is sorted by: a column and a direction. */
export interface Sort {
  readonly id: string
  readonly desc: boolean
}

/** Reads the sort of an address, `atEpoch` or `-atEpoch`; undefined when no such column exists. */
export function readSort(text: string | undefined, ids: readonly string[]): Sort | undefined {
  if (!text) return undefined
  const desc = text.startsWith('-')
  const id = desc ? text.slice(1) : text
  return ids.includes(id) ? { id, desc } : undefined
}

export const sortText = ({ id, desc }: Sort): string => (desc ? `-${id}` : id)
