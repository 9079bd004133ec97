import { markEqualIds } from '../ui/display/highlight-id.ts'

const idAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined

/** Highlights equal ids on the page while the pointer or the focus is on one. */
export function startMarkingIds(): () => void {
  let marked: string | undefined
  const mark = ({ target }: Event): void => {
    const id = idAt(target)
    if (id === undefined && marked === undefined) return
    marked = id
    markEqualIds(id)
  }
  document.addEventListener('pointerover', mark)
  document.addEventListener('focusin', mark)
  return () => {
    document.removeEventListener('pointerover', mark)
    document.removeEventListener('focusin', mark)
  }
}
