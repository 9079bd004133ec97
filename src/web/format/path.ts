/** A half of a character, which no address can hold. */
const halves = /\p{Surrogate}/gu

/** A value as a part of a path or as the value of a filter. */
export const encoded = (value: string): string => encodeURIComponent(value.replace(halves, '\ufffd'))

/**
 * Writes an address within the dashboard: pathTo`/parties/${id}`. Ids come from the wire and from readers, so each of
 * them is encoded, in the path as in the filters, and cannot become another page or another filter.
 */
export const pathTo = (words: TemplateStringsArray, ...values: readonly string[]): string =>
  words.map((word, at) => word + encoded(values[at] ?? '')).join('')
