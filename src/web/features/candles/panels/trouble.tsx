import { failureOf } from '../../../infinite-list/error-view.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

export interface TroubleProps {
  error: Error | undefined
  what: string
  rest?: string
  onRetry: () => void
}

/** Notice about a failed request, if there is an error: what failed, what is shown meanwhile, and a way to retry. */
export function Trouble({ error, what, rest = '', onRetry }: TroubleProps) {
  if (!error) return null
  const { title, text } = failureWords(failureOf(error), what)
  return (
    <Notice
      state="near"
      action={
        <Button small icon="refresh" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {title}. {text} {rest}
    </Notice>
  )
}
