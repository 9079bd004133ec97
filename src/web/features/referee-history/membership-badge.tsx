import { Lozenge } from '../../ui/display/lozenge.tsx'
import type { Stay } from './memberships.ts'

/** What kind of stay it is, when it is a special one. `single` says it in one lozenge, for a cell. */
export function StayBadge({ stay: { current, returned, first }, single = false }: { stay: Stay; single?: boolean }) {
  if (single && current && returned) return <Lozenge tone="accent">Current, returned</Lozenge>
  return (
    <>
      {current ? <Lozenge tone="accent">Current</Lozenge> : null}
      {returned ? <Lozenge tone="line">Returned</Lozenge> : null}
      {first && !current ? <Lozenge tone="line">First team</Lozenge> : null}
    </>
  )
}
