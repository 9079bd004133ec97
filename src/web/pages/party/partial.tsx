import { failureWords } from '../../ui/failure-view.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import type { Answer } from './answer.tsx'
import { listed } from './words.ts'

export interface NamedAnswer {
  /** "Liquidity positions". */
  name: string
  answer: Answer<unknown>
}

/** Says that the page is not whole, which panels are missing and why; nothing when all have come. */
export function Partial({ panels }: { panels: readonly NamedAnswer[] }) {
  const failed = panels.filter(({ answer }) => answer.failure && answer.data === undefined)
  const [first] = failed
  if (!first?.answer.failure) return null
  const shown = panels.length - failed.length
  const names = listed(failed.map(({ name }) => name.toLowerCase()))
  const why = failureWords(first.answer.failure, first.name.toLowerCase())
  return (
    <Panel>
      <Verdict
        state="watch"
        icon="partial"
        title={`Showing ${shown} of ${panels.length} panels`}
        action={
          <Button
            icon="refresh"
            onClick={() => {
              for (const { answer } of failed) answer.refetch()
            }}
          >
            {failed.length === 1 ? 'Retry that panel' : 'Retry them'}
          </Button>
        }
      >
        Missing: {names}. {why.title}.{shown > 0 && ' The rest of this party is complete.'}
      </Verdict>
    </Panel>
  )
}
