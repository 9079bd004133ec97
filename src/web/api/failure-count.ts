/** Failures in a row by address. A question that works again, or was long ago, starts over. */
const rows = new Map<string, number>()
const most = 200

/** Counts one more failure of an address; returns which attempt in a row it was, from 1. */
export function countAttempt(url: string): number {
  const attempt = (rows.get(url) ?? 0) + 1
  rows.delete(url)
  rows.set(url, attempt)
  const [oldest] = rows.keys()
  if (rows.size > most && oldest !== undefined) rows.delete(oldest)
  return attempt
}

/** An address has answered. */
export const forgetAttempts = (url: string): void => void rows.delete(url)
