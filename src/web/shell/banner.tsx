import { useNodeState } from '../listing/use-node-state.ts'
import { isAway } from '../node/connection.ts'
import { BannerNotice } from './banner-notice.tsx'

/** Says above every page why nothing new comes in, and until when. Silent while the node answers. */
export function Banner() {
  const { phase } = useNodeState()
  return isAway(phase) && <BannerNotice />
}
