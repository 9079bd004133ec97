/** Where /help explains a term, as the fragment of its address: `'Base and next difficulty'` is `base-and-next-difficulty`. */
export const termAnchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
