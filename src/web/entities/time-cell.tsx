import type { ReactNode } from 'react'
import { formatInstant, zoneName } from '../format/time.ts'
import { useZone } from '../preferences/use-preferences.ts'
import { Exact } from '../ui/display/exact.tsx'

/** An instant in the reader's zone, to the second; the title has all nine digits. `name` adds the zone's name. */
export function TimeCell({ ns, name = true }: { ns: string; name?: boolean }) {
  const zone = useZone()
  return (
    <Exact exact={`${formatInstant(ns, zone, { precision: 'nano' })} · ${ns} ns`}>
      <time>{formatInstant(ns, zone, { precision: 'second', name, offset: true })}</time>
    </Exact>
  )
}

export const ZoneName = (): ReactNode => zoneName(useZone())
