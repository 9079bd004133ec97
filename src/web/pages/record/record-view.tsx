import type { ReactNode } from 'react'
import { amid } from '../../infinite-list/answers.ts'
import { Partial, type NamedAnswer } from '../../infinite-list/partial.tsx'
import { Answered, type Answer } from '../../infinite-list/query-panel.tsx'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Verdict } from '../../ui/feedback/summary-banner.tsx'
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
  /** The sentence of each state. */
  title: Record<Presence, string>
  context?: ReactNode
  action?: ReactNode
  /** What the node's record says. `absent`: shown in its place where a node has no records of single things. */
  facts?: {
    title: string
    end?: string
    answer: Answer<Data>
    rows: number
    absent?: ReactNode
    children: (data: Data) => ReactNode
  }
  /** The answer of the list in `children`. */
  list?: NamedAnswer
  children?: ReactNode
}

function Sentence(props: Omit<RecordViewProps<never>, 'facts'>) {
  const { presence, title, context, action, icon } = props
  const waiting = props.waiting === true || presence === 'waiting'
  return (
    <Verdict
      waiting={waiting}
      state={waiting || presence === 'failed' ? 'unknown' : 'info'}
      title={title[waiting ? 'waiting' : presence]}
      {...(icon && { icon })}
      {...(!waiting && { action })}
    >
      {context}
    </Verdict>
  )
}

/** The page of one thing: a sentence, what its record says, and one list where there is one. */
export function RecordView<Data>(props: RecordViewProps<Data>) {
  const { head, about, presence, facts, list, children } = props
  const none = presence === 'absent' || presence === 'unknown'
  const panels = [
    ...(facts && !none ? [{ name: facts.title, answer: facts.answer }] : []),
    ...(list && list.answer.failure?.kind !== 'absent' ? [list] : []),
  ]
  const answers = panels.map(({ answer }) => answer)
  return (
    <>
      {head}
      <InOrder narrow>
        <Panel>
          <div className={styles.sentence}>
            <Sentence {...props} />
          </div>
        </Panel>
        {panels.length > 1 && <Partial panels={panels} about={about} />}
        <div className={styles.columns} {...inOrder(true)}>
          {facts && !none && (
            <Panel title={facts.title} end={facts.end}>
              <Answered
                answer={amid(facts.answer, answers)}
                what={about}
                rows={facts.rows}
                columns={2}
                none={{ absent: facts.absent }}
              >
                {facts.children}
              </Answered>
            </Panel>
          )}
          {children}
        </div>
      </InOrder>
    </>
  )
}
