import { formatInstant, type Zone } from '../../format/time.ts'

/** The asked range in words, for every state of a run. */
export function rangeWords({ from, to }: { from?: string; to?: string }, zone: Zone): string {
  if (from === undefined && to === undefined) return 'Everything the node keeps'
  const start = from === undefined ? 'the beginning' : formatInstant(from, zone)
  return to === undefined ? `${start} until now` : `${start} to ${formatInstant(to, zone)}, end not included`
}
