import { useNodeState } from '../listing/use-node-state.ts'
import type { Phase } from '../node/node-state.ts'
import { onDemand } from '../ui/later.tsx'

const BannerNotice = onDemand(async () => (await import('./banner-notice.tsx')).BannerNotice, {
  plain: () => <p role="status">The node does not answer.</p>,
})

const troubled: ReadonlySet<Phase> = new Set<Phase>(['limited', 'banned', 'offline'])

/** Says above every page why nothing new comes in, and until when. Silent while the node answers. */
export function Banner() {
  const { phase } = useNodeState()
  return troubled.has(phase) && <BannerNotice />
}
