import { useEffect, useState } from 'react'
import { afterPaint } from '../../router/after-paint.ts'

/**
 * What a control shows: the reader's choice at once, although the page may follow only after the next paint (`afterPaint`);
 * then the page's own `value` again, which stays another where the page did not follow.
 */
export function useShownChoice<Value>(value: Value): [shown: Value, choose: (next: Value) => void] {
  const [chosen, setChosen] = useState<{ next: Value; from: Value }>()
  useEffect(() => {
    if (!chosen) return undefined
    let isCurrent = true
    // The page is notified of the choice after one paint and has drawn it before the second.
    afterPaint(() => afterPaint(() => isCurrent && setChosen(undefined)))
    return () => {
      isCurrent = false
    }
  }, [chosen])
  const choose = (next: Value): void => setChosen({ next, from: value })
  return [chosen && Object.is(chosen.from, value) ? chosen.next : value, choose]
}
