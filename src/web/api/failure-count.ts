/** Failures in a row by address. A success, or 200 other addresses that failed since, resets the count. */
const rows = new Map<string, number>()
const maxRows = 200

/** Counts one more failure of an address; returns which attempt in a row it was, from 1. */
export function countAttempt(url: string): number {
  const attempt = (rows.get(url) ?? 0) + 1
  rows.delete(url)
  rows.set(url, attempt)
  const [oldest] = rows.keys()
  if (rows.size > maxRows && oldest !== undefined) rows.delete(oldest)
  return attempt
}

/** Resets the count of an address that has answered. */
export const forgetAttempts = (url: string): void => void rows.delete(url)
