import { useNodeState } from '../listing/use-node-state.ts'
import type { Phase } from '../node/node-state.ts'
import { BannerNotice } from './banner-notice.tsx'

const troubled: ReadonlySet<Phase> = new Set<Phase>(['limited', 'banned', 'offline'])

/** Says above every page why nothing new comes in, and until when. Silent while the node answers. */
export function Banner() {
  const { phase } = useNodeState()
  return troubled.has(phase) && <BannerNotice />
}
