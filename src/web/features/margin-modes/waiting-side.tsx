import { Panel } from '../../ui/display/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './side.module.css'

/** The shape of the first two panels; the explanations come with the answer, so that nothing is pushed down. */
export function WaitingSide() {
  return (
    <div className={styles.side}>
      <Panel title="Modes">
        <Skeleton rows={2} />
      </Panel>
      <Panel title="Leverage">
        <Skeleton rows={11} columns={2} />
      </Panel>
    </div>
  )
}
