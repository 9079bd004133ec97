let sheet: CSSStyleSheet | undefined

function ownSheet(): CSSStyleSheet | undefined {
  if (sheet || typeof CSSStyleSheet !== 'function' || !('adoptedStyleSheets' in document)) return sheet
  sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return sheet
}

/** Highlights every element with this id in `data-id` by one rule, however many rows there are. */
export function markEqualIds(id: string | undefined): void {
  const rule =
    id && /^[\w:-]+$/.test(id)
      ? // The outline is for forced colours, which take backgrounds and shadows away.
        `[data-id="${id}"]{background:var(--accent-soft);box-shadow:0 0 0 2px var(--accent-soft)}@media (forced-colors:active){[data-id="${id}"]{outline:1px dashed Highlight}}`
      : ''
  ownSheet()?.replaceSync(rule)
}
