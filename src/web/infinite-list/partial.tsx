import { listed } from '../format/words.ts'
import { Button } from '../ui/inputs/button.tsx'
import { FailureNotice } from '../ui/feedback/failure.tsx'
import { Panel } from '../ui/display/panel.tsx'
import { Verdict } from '../ui/feedback/summary-banner.tsx'
import type { Answer } from './query-panel.tsx'
import { isSettled, sharedFailure } from './answers.ts'

export interface NamedAnswer {
  name: string
  answer: Answer<unknown>
}

const retry = (panels: readonly NamedAnswer[]) => () => {
  for (const { answer } of panels) answer.refetch()
}

/** Says that panels failed: the reason they share, else which ones are missing. Nothing while a panel loads. `about` is the page's subject. */
export function Partial({ panels, about = 'this party' }: { panels: readonly NamedAnswer[]; about?: string }) {
  const answers = panels.map(({ answer }) => answer)
  if (!isSettled(answers)) return null
  const failed = panels.filter(({ answer }) => answer.failure)
  const missing = failed.filter(({ answer }) => answer.data === undefined)
  const names = listed(missing.map(({ name }) => name.toLowerCase()))
  const shown = panels.length - missing.length
  const title = `Showing ${shown} of ${panels.length} panels`
  const shared = sharedFailure(answers)
  if (shared) {
    const what = missing.length === 0 ? 'newer values' : shown === 0 ? `anything about ${about}` : `the ${names}`
    return (
      <Panel {...(missing.length > 0 && shown > 0 && { title })}>
        <FailureNotice failure={shared} what={what} onRetry={retry(failed)} />
      </Panel>
    )
  }
  if (missing.length === 0) return null
  return (
    <Panel>
      <Verdict
        state="watch"
        icon="partial"
        title={title}
        action={
          <Button variant="primary" icon="refresh" onClick={retry(missing)}>
            {missing.length === 1 ? 'Retry that panel' : 'Retry these panels'}
          </Button>
        }
      >
        Missing: {names}. See the reason below.
      </Verdict>
    </Panel>
  )
}
