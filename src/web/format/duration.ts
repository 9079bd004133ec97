import { groupDigits } from './amount.ts'

export { formatCountdown } from '../../wire/countdown.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const pair = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`

/** How old something is, rounded down: `1.2 s`, `12 s`, `4 min`, `2 h 5 min`, `2 d 4 h`. Milliseconds in; negative reads as 0. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms)
  if (age < 10 * second) return `${(Math.floor(age / 100) / 10).toFixed(1)} s`
  if (age < minute) return `${Math.floor(age / second)} s`
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return pair(Math.floor(age / hour), 'h', Math.floor((age % hour) / minute), 'min')
  return pair(Math.floor(age / day), 'd', Math.floor((age % day) / hour), 'h')
}

/** One rounded figure, for where a head says that it is an estimate: `1 min`, `40 min`, `3 h`, `1,200 d`. Milliseconds in. */
export function roundDuration(ms: number): string {
  if (ms < 9.5 * minute) return `${Math.max(1, Math.round(ms / minute))} min`
  if (ms < 97.5 * minute) return `${Math.round(ms / (5 * minute)) * 5} min`
  if (ms < 47.5 * hour) return `${Math.round(ms / hour)} h`
  return `${groupDigits(String(Math.round(ms / day)))} d`
}

/** An estimate in one rounded figure: `less than a minute`, `about 4 min`, `about 40 min`, `about 3 h`, `about 2 d`. Milliseconds in. */
export const roughDuration = (ms: number): string => (ms < minute ? 'less than a minute' : `about ${roundDuration(ms)}`)

/** How long something lasts, in words for a sentence, to the nearest minute: `10 min`, `24 h`, `1 d 6 h`, `0.81 s`. Milliseconds in; negative reads as 0. */
export function formatDuration(ms: number): string {
  if (ms < minute) return `${Number((Math.max(0, ms) / second).toFixed(2))} s`
  const rounded = Math.round(ms / minute) * minute
  return rounded === day ? '24 h' : formatAge(rounded)
}
