const two = (value: number): string => String(value).padStart(2, '0')

/** Time left, rounded up so that zero means over: `00:31:42`, `2 d 03:04:05`. Milliseconds in. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  return `${days > 0 ? `${days} d ` : ''}${clock.map(two).join(':')}`
}

/** Time left in minutes and seconds, rounded up as `formatCountdown`: `5:32`, `1:05:32`, `2 d 03:04:05`. Milliseconds in. */
export const formatClock = (ms: number): string => formatCountdown(ms).replace(/^(?:00:)?0?(?=\d+:)/, '')
