import type { ReactNode } from 'react'
import { type PanelGroup, PanelGroupNotice } from '../../list/panel-group.tsx'
import { type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { SummaryBanner } from '../../ui/feedback/summary-banner.tsx'
import type { IconName } from '../../ui/icons/icon-paths.ts'
import styles from './record.module.css'
import type { Presence } from '../../format/failure.ts'

interface RecordViewProps<Data> {
  head: ReactNode
  /** A noun phrase for failures: "this asset". */
  about: string
  icon?: IconName
  presence: Presence
  /** A part of the sentence is still to come. */
  waiting?: boolean
  title: Record<Presence, string>
  context?: ReactNode
  action?: ReactNode
  /** What the node's record says. `absent`: shown in its place where a node has no records of single things. */
  facts?: {
    title: string
    end?: string
    query: PanelQuery<Data>
    rows: number
    absent?: ReactNode
    children: (data: Data) => ReactNode
  }
  /** The queries of the facts and of the list in `children`. */
  group?: PanelGroup
  children?: ReactNode
}

function Sentence(props: Omit<RecordViewProps<never>, 'facts'>) {
  const { presence, title, context, action, icon } = props
  const waiting = props.waiting === true || presence === 'waiting'
  return (
    <SummaryBanner
      waiting={waiting}
      state={waiting || presence === 'failed' ? 'unknown' : 'info'}
      title={title[waiting ? 'waiting' : presence]}
      {...(icon && { icon })}
      {...(!waiting && { action })}
    >
      {context}
    </SummaryBanner>
  )
}

/** The page of one thing: a sentence, what its record says, and one list where there is one. */
export function RecordView<Data>(props: RecordViewProps<Data>) {
  const { head, about, presence, facts, group, children } = props
  const none = presence === 'absent' || presence === 'unknown'
  return (
    <>
      {head}
      <InOrder where="narrow">
        <Panel>
          <div className={styles.sentence}>
            <Sentence {...props} />
          </div>
        </Panel>
        {group && <PanelGroupNotice group={group} about={about} />}
        <div className={styles.columns} {...inOrder('narrow')}>
          {facts && !none && (
            <Panel title={facts.title} end={facts.end}>
              <QueryPanel
                query={facts.query}
                what={about}
                rows={facts.rows}
                columns={2}
                none={{ absent: facts.absent }}
              >
                {facts.children}
              </QueryPanel>
            </Panel>
          )}
          {children}
        </div>
      </InOrder>
    </>
  )
}
