import { plural } from '../../format/words.ts'
import { Button } from '../../ui/inputs/button.tsx'

/** Rows shown at first, and so many more by each press: a page of thousands stands still while it is laid out. */
export const shownAtFirst = 12
const shownMore = 200

interface ShowMoreProps {
  shown: number
  of: number
  /** Of one row, such as `block`. */
  noun: string
  onShown: (shown: number) => void
}

/** Shows more of a list, and once all are shown only the first ones again; nothing for a short list. */
export function ShowMore({ shown, of, noun, onShown }: ShowMoreProps) {
  if (of <= shownAtFirst) return null
  const isWhole = shown >= of
  const press = () => onShown(isWhole ? shownAtFirst : shown + shownMore)
  return (
    <Button small variant="bare" aria-expanded={shown > shownAtFirst} onClick={press}>
      {isWhole ? `Show fewer ${noun}s` : `Show more of ${plural(of, noun)}`}
    </Button>
  )
}
