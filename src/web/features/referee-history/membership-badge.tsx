import { Lozenge } from '../../ui/display/lozenge.tsx'
import type { Membership } from './memberships.ts'

/** Marks a current, repeated or first membership. `single` uses one lozenge, for a cell. */
export function MembershipBadge({
  membership: { current, returned, first },
  single = false,
}: {
  membership: Membership
  single?: boolean
}) {
  if (single && current && returned) return <Lozenge tone="accent">Current, returned</Lozenge>
  return (
    <>
      {current ? <Lozenge tone="accent">Current</Lozenge> : null}
      {returned ? <Lozenge tone="line">Returned</Lozenge> : null}
      {first && !current ? <Lozenge tone="line">First team</Lozenge> : null}
    </>
  )
}
