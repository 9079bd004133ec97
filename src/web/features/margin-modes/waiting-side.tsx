import { Panel } from '../../ui/display/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './side.module.css'

/** A placeholder for the first two panels; the explanations below load with the rows, so that they do not move. */
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
