/** How a node's rate limiter refuses (wire.md 10.3). */

/** Header lines of an answer, looked up in any case. */
export interface HeaderLines {
  get(name: string): string | null
}

/** The network's default limiter: the size of its token bucket, and the tokens added each second. */
export const defaultLimit = { burst: 100, rate: 20 } as const

/** Milliseconds of a ban without an announced length. */
export const defaultBanMs = 600_000
/** Longer announced waits (ms) are not believed. */
export const longestPause = 3_600_000
export const longestBan = 86_400_000

const banWords = 'temporarily banned'

/** Whether the rate limiter refused, with a pause or a ban. Any other 403 is not from the limiter. */
export function limiterRefusal(status: number, text: string, headers: HeaderLines): 'limited' | 'banned' | undefined {
  if (status === 429) return 'limited'
  const isBan = status === 403 && (text.includes(banWords) || headers.get('Ratelimit-Retry-After') !== null)
  return isBan ? 'banned' : undefined
}

/** Larger counts are not believed: no node refills or holds as many tokens, and one that says so would get every request at once. */
const highestCount = 10_000

/** A whole count of a rate limiter's header, from 0 to 10,000; undefined for anything else, such as `Infinity` or a list. */
export function announcedCount(
  headers: HeaderLines,
  name: 'Ratelimit-Limit' | 'Ratelimit-Remaining',
): number | undefined {
  const text = headers.get(name)?.trim() ?? ''
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return count <= highestCount ? count : undefined
}

/** The longest wait that the headers announce, in milliseconds: seconds, or the HTTP date that `Retry-After` may hold. */
function announced(headers: HeaderLines, names: readonly string[], now: number): number {
  const waits = names.map((name) => {
    const text = headers.get(name)?.trim()
    if (!text) return 0
    if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
    // An HTTP date begins with the day of the week; `Date.parse` also takes `-5` for a year.
    const date = name === 'Retry-After' && /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
    return Number.isNaN(date) ? 0 : Math.max(0, date - now)
  })
  return Math.max(...waits)
}

const bans = ['Retry-After', 'Ratelimit-Retry-After']

/** Milliseconds that a 403 of the rate limiter announces, or 0. */
export const announcedBan = (headers: HeaderLines, now: number): number => announced(headers, bans, now)

/** Milliseconds that a 429 announces, or 0. */
export const announcedPause = (headers: HeaderLines, now: number): number =>
  announced(headers, [...bans, 'Ratelimit-Reset'], now)
