import { useMemo } from 'react'
import { chainNow } from '../../../api/status/node-status.ts'
import type { Interval } from '../data/interval.ts'
import type { Address } from '../use-candles-url.ts'
import { type RangeName, rangeStart, timeRanges } from './time-range.ts'

/**
 * The address with the instant at which its range starts (`range=1W` is a week up to now, also tomorrow), and the range
 * that is on. A range of the address that has bounds as well is not on: the bounds are what is shown.
 */
export function useTimeRange<Given extends Pick<Address, 'search'>>(
  given: Given,
  interval: Interval | undefined,
): [Given, RangeName | undefined] {
  const { search } = given
  const { range, from, to } = search
  const span = timeRanges.find(({ name }) => name === range)?.span
  const isOpen = from === undefined && to === undefined
  const isKnown = interval !== undefined
  const length = interval?.length
  // Once per address, not per candle. The interval comes from the node, so its clock is known by then.
  const start = useMemo(
    () => (isOpen && span !== undefined && isKnown ? String(rangeStart(span, length, chainNow())) : undefined),
    [isOpen, span, isKnown, length],
  )
  const ranged = useMemo(() => (start === undefined ? search : { ...search, from: start }), [search, start])
  const isOn = span === undefined ? from !== undefined && to === undefined : isOpen
  return [{ ...given, search: ranged }, isOn ? range : undefined]
}
