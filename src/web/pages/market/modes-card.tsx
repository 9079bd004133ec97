import { linkTo } from '../../router/link-to.ts'
import { groupDigits } from '../../format/amount.ts'
import { Leverage, ModeShare } from '../../features/margin-modes/side.tsx'
import type { Summary } from '../../features/margin-modes/summary.ts'
import { Answered, type Answer } from '../../infinite-list/query-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { OpenLink } from '../../ui/inputs/open-link.tsx'

interface ModesCardProps {
  marketId: string
  answer: Answer<{ summary: Summary; complete: boolean }>
}

const scopeOf = ({ summary, complete }: { summary: Summary; complete: boolean }): string =>
  `${complete ? 'all' : 'the first'} ${groupDigits(String(summary.total))}`

/** How many parties of this market are in each margin mode. */
export function ModesCard({ marketId, answer }: ModesCardProps) {
  const open = <OpenLink href={linkTo('/margin-modes', { marketId })} text="Open table" />
  const { data } = answer
  if (!data || answer.failure || data.summary.total === 0) {
    return (
      <Panel title="Margin modes" end={open}>
        <Answered answer={answer} what="the margin modes" rows={1} columns={2}>
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
  return (
    <ModeShare
      summary={data.summary}
      scope={
        <>
          {scopeOf(data)} {open}
        </>
      }
    />
  )
}

/** The leverage of the isolated parties of this market; nothing where there is none, or where the modes are not known. */
export function LeverageCard({ answer: { data, failure } }: Pick<ModesCardProps, 'answer'>) {
  if (!data && !failure) {
    return (
      <Panel title="Leverage">
        <Skeleton rows={15} columns={2} />
      </Panel>
    )
  }
  if (!data || data.summary.isolated === 0) return null
  return <Leverage summary={data.summary} scope={scopeOf(data)} market />
}
