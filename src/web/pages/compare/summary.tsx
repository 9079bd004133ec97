import type { ReactNode } from 'react'
import { plural } from '../../format/words.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Verdict } from '../../ui/feedback/summary-banner.tsx'

interface SummaryProps {
  /** Undefined while nothing is loaded. */
  counts: { differ: number; unknown: number } | undefined
  children: ReactNode
}

/** How many fields differ, in a sentence. */
export function Summary({ counts, children }: SummaryProps) {
  const unknown = counts?.unknown ? `, ${counts.unknown} cannot be compared` : ''
  const title = counts
    ? `${counts.differ === 0 ? 'No field differs' : `${plural(counts.differ, 'field')} ${counts.differ === 1 ? 'differs' : 'differ'}`}${unknown}.`
    : 'Loading both parties'
  return (
    <Panel>
      <Verdict waiting={!counts} state={counts ? 'info' : 'unknown'} title={title}>
        {children}
      </Verdict>
    </Panel>
  )
}
