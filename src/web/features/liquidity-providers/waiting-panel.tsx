import { Panel } from '../../ui/display/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './market-panels.module.css'

/** A placeholder for the panels above the list, so that the list does not move when they load. */
export function WaitingPanel({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <div className={styles.waiting}>
        <Skeleton rows={2} />
      </div>
    </Panel>
  )
}
