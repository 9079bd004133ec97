import { linkTo } from '../../link-to.ts'
import { groupDigits } from '../../format/amount.ts'
import { Leverage, ModeShare } from '../../features/margin-modes/side.tsx'
import type { Summary } from '../../features/margin-modes/summary.ts'
import { Answered, type Answer } from '../../infinite-list/query-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { OpenLink } from '../../ui/inputs/open-link.tsx'

interface ModesCardProps {
  marketId: string
  answer: Answer<{ summary: Summary; complete: boolean }>
}

/** Margin modes and leverage of the parties in this market. */
export function ModesCard({ marketId, answer }: ModesCardProps) {
  const open = <OpenLink href={linkTo('/margin-modes', { marketId })} text="Open table" />
  const { data } = answer
  if (!data || answer.failure || data.summary.total === 0) {
    return (
      <Panel title="Margin modes" end={open}>
        <Answered answer={answer} what="the margin modes" rows={9} columns={2}>
          {({ summary }) =>
            summary.total === 0 ? (
              <Empty title="No margin modes recorded">
                A mode is recorded once a party trades or chooses one; until then cross is the default.
              </Empty>
            ) : null
          }
        </Answered>
      </Panel>
    )
  }
  const { summary, complete } = data
  const scope = `${complete ? 'all' : 'the first'} ${groupDigits(String(summary.total))}`
  return (
    <>
      <ModeShare
        summary={summary}
        scope={
          <>
            {scope} {open}
          </>
        }
      />
      {summary.isolated > 0 && <Leverage summary={summary} scope={scope} market />}
    </>
  )
}
