import { foldId } from '../../format/id.ts'

/** Two parties, on one market where the address names one: `/compare?party=…&party=…&marketId=…`. */
export interface CompareSearch {
  /** At most two. */
  party: readonly string[]
  marketId?: string
}

/** Reads the flat text of the address, where a repeated name comes joined by commas; nothing throws. */
export function readCompareSearch(text: Readonly<Record<string, string>>): CompareSearch {
  const ids = (text['party'] ?? '').split(',').flatMap((id) => foldId(id.trim()) || [])
  const marketId = text['marketId']
  return { party: [...new Set(ids)].slice(0, 2), ...(marketId ? { marketId } : {}) }
}
