let typed: string | undefined

/** A dialog is about to be loaded: what is typed from now on is meant for it. */
export const startTypeAhead = (): void => {
  typed = ''
}

/** Keeps a key that is pressed while a dialog is on its way, and says whether it did. */
export function typeAhead({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (typed === undefined || altKey || ctrlKey || metaKey || key.length !== 1) return false
  typed += key
  return true
}

/** The dialog stands: the field that it was opened for, if any, gets what was typed before. */
export function endTypeAhead(field: HTMLElement | null | undefined): void {
  const text = typed
  typed = undefined
  if (!text || !(field instanceof HTMLInputElement)) return
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
