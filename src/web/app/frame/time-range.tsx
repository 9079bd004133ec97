import { chainNow } from '../../client/node-status.ts'
import { isNanoseconds } from '../../format/time.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { changeSearch } from '../../router/navigate.ts'
import { useLocation } from '../../router/use-location.ts'
import type { Search } from '../../router/search.ts'
import type { InstantRange } from '../../ui/calendar/day-range.ts'
import { RangePicker } from '../../ui/calendar/range-picker.tsx'
import { zoneOptions } from '../../ui/calendar/zone-options.ts'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { navigationItemOf, navigationItems } from '../navigation/navigation-items.ts'

const rangeIn = ({ from = '', to = '' }: Search): InstantRange => ({
  ...(isNanoseconds(from) && { from }),
  ...(isNanoseconds(to) && { to }),
})

const change = (next: { readonly [name: string]: string | undefined }, replace: boolean): void =>
  changeSearch((search) => search, next, { replace, keepScroll: true })

/** Candles that are not there yet are not asked for: without an end, the chart ends now. */
const isAhead = (to: string | undefined): boolean => to !== undefined && BigInt(to) > chainNow()

/** The range and the zone of an address. A named or zoomed part of the range before ends with it. */
export function TimeRange({ bare = false }: { bare?: boolean }) {
  const { pathname, search } = useLocation()
  const zone = useZone()
  const range = rangeIn(search)
  const showsCandles = navigationItemOf(pathname)?.name === navigationItems.candles.name
  return (
    <RangePicker
      label="Time range"
      trigger={bare ? undefined : 'Time range'}
      range={range}
      now={chainNow()}
      onChange={({ from, to }) =>
        change(
          {
            from,
            to: showsCandles && isAhead(to) ? undefined : to,
            range: undefined,
            start: undefined,
            end: undefined,
          },
          false,
        )
      }
    >
      <Segmented
        label="Zone of this page"
        value={zone}
        options={zoneOptions(range, zone)}
        onChange={(next) => change({ zone: next }, true)}
      />
    </RangePicker>
  )
}
