import { useNodeState } from './use-node-status.ts'
import styles from './demo-chip.module.css'

/** The demo network of Lyra's own service; its chain id begins with this. */
const demoChain = 'lyra-demo'

/**
 * Says that all data is invented: of the page's own node as soon as the served page does, of any other when its chain is that
 * of the demo. `short` where there is little room.
 */
export function DemoChip({ short = false }: { short?: boolean }) {
  const { base, chainId } = useNodeState()
  const isMarked = base === '' && document.documentElement.dataset['demo'] !== undefined
  if (!isMarked && chainId?.startsWith(demoChain) !== true) return null
  return (
    <span className={styles.chip} title="Demo network: invented data">
      {short ? 'Demo' : 'Demo network: invented data'}
    </span>
  )
}
