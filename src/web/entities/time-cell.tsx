import type { ReactNode } from 'react'
import { formatInstant, zoneName } from '../format/time.ts'
import { useZone } from '../preferences/use-preferences.ts'

/** An instant in the reader's zone, to the second; the title has all nine digits. Without `name` the column's head names the zone. */
export function TimeCell({ ns, name = true }: { ns: string; name?: boolean }) {
  const zone = useZone()
  return (
    <time title={`${formatInstant(ns, zone, { precision: 'nano' })} · ${ns} ns`}>
      {formatInstant(ns, zone, { precision: 'second', name })}
    </time>
  )
}

/** The zone that times are shown in, for a column's head. */
export const ZoneName = (): ReactNode => zoneName(useZone())
