import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'

/** An address without a valid number of an epoch or block; no request is sent for it. */
export const NoNumber = ({ what, text }: { what: 'Epoch' | 'Block'; text: string }) => (
  <>
    <PageHead title={what} />
    <Panel>
      <Empty level={2} title={`“${text}” is not a number`}>
        {what === 'Epoch' ? 'Epochs are numbered from 0.' : 'Blocks are numbered from 1.'} Use digits without
        separators.
      </Empty>
    </Panel>
  </>
)
