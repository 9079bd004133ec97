import { formatInstant, type Zone } from '../../format/time.ts'

/** The requested range in words. */
export function rangeWords({ from, to }: { from?: string; to?: string }, zone: Zone): string {
  if (from === undefined && to === undefined) return 'Everything the node keeps'
  const start = from === undefined ? 'the start' : formatInstant(from, zone)
  return to === undefined ? `${start} until now` : `${start} to ${formatInstant(to, zone)}, end excluded`
}
