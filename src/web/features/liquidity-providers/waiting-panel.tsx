import { Panel } from '../../ui/display/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** A placeholder for the panels above the list, which is held back until they have loaded. */
export function WaitingPanel({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <Skeleton rows={2} />
    </Panel>
  )
}
