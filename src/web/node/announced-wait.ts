/** The longest wait that the headers announce, in milliseconds: seconds, or the HTTP date that `Retry-After` may hold. */
function announced(headers: Headers, names: readonly string[], now: number): number {
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

/** Milliseconds of silence that a 403 of the rate limiter asks for (wire.md 10.3), 0 when it does not say. */
export const announcedBan = (headers: Headers, now: number): number => announced(headers, bans, now)

/** Milliseconds of silence that a 429 asks for, 0 when it does not say. */
export const announcedPause = (headers: Headers, now: number): number =>
  announced(headers, [...bans, 'Ratelimit-Reset'], now)
