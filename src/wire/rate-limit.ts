/** What a node's rate limiter says (wire.md 10.3). */

/** Header lines of an answer, looked up in any case. */
export interface HeaderLines {
  get(name: string): string | null
}

/** The network's limiter at rest: a bucket of so many calls, and how many come back each second. */
export const usualLimit = { burst: 100, rate: 20 } as const

/** Milliseconds of a ban that does not say how long it is. */
export const usualBan = 600_000
/** What asks for longer silence (ms) than these is not believed. */
export const longestPause = 3_600_000
export const longestBan = 86_400_000

const banWords = 'temporarily banned'

/** Whether the rate limiter refused: a pause or a ban. Any other 403 is no word of its. */
export function limiterRefusal(status: number, text: string, headers: HeaderLines): 'limited' | 'banned' | undefined {
  if (status === 429) return 'limited'
  const isBan = status === 403 && (text.includes(banWords) || headers.get('Ratelimit-Retry-After') !== null)
  return isBan ? 'banned' : undefined
}

/** The longest wait that the headers announce, in milliseconds: seconds, or the HTTP date that `Retry-After` may hold. */
function announced(headers: HeaderLines, names: readonly string[], now: number): number {
  const waits = names.map((name) => {
    const text = headers.get(name)?.trim()
    if (!text) return 0
    if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
    const date = name === 'Retry-After' ? Date.parse(text) : Number.NaN
    return Number.isNaN(date) ? 0 : Math.max(0, date - now)
  })
  return Math.max(...waits)
}

const bans = ['Retry-After', 'Ratelimit-Retry-After']

/** Milliseconds of silence that a 403 of the rate limiter asks for, 0 when it does not say. */
export const announcedBan = (headers: HeaderLines, now: number): number => announced(headers, bans, now)

/** Milliseconds of silence that a 429 asks for, 0 when it does not say. */
export const announcedPause = (headers: HeaderLines, now: number): number =>
  announced(headers, [...bans, 'Ratelimit-Reset'], now)
