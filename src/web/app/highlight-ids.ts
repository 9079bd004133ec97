const idAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined

/** One rule for all elements of an id. The outline is for forced colours, which remove backgrounds and shadows. */
const ruleOf = (id: string): string =>
  `[data-id="${id}"]{background:var(--accent-soft);box-shadow:0 0 0 2px var(--accent-soft)}@media (forced-colors:active){[data-id="${id}"]{outline:1px dashed Highlight}}`

/** Highlights equal ids on the page while the pointer or the focus is on an element with `data-id`. */
export function startHighlightingIds(): () => void {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  let highlighted: string | undefined
  const highlight = ({ target }: Event): void => {
    const id = idAt(target)
    if (id === highlighted) return
    highlighted = id
    sheet.replaceSync(id !== undefined && /^[\w:-]+$/.test(id) ? ruleOf(id) : '')
  }
  document.addEventListener('pointerover', highlight)
  document.addEventListener('focusin', highlight)
  return () => {
    document.removeEventListener('pointerover', highlight)
    document.removeEventListener('focusin', highlight)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
