import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'

/** An address with a text where the number of an epoch or a block stands; nothing is asked for it. */
export const NoNumber = ({ what, text }: { what: 'Epoch' | 'Block'; text: string }) => (
  <>
    <PageHead title={what} />
    <Panel>
      <Empty level={2} title={`“${text}” is not a number`}>
        {what === 'Epoch' ? 'Epochs are counted from 0' : 'Blocks are counted from 1'}, in digits without separators.
      </Empty>
    </Panel>
  </>
)
