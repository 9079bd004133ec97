/** In rem. */
const title = { pointer: 2.25, touch: 2.75 }
const field = { plain: 2.75, tall: 4.5 }
const padding = 1.25

/** Fields in a line of a card. */
export const fieldsPerLine = 2

/** Height of a field of a card, as a CSS length. */
export const fieldHeight = (tall: boolean): string => `${field[tall ? 'tall' : 'plain']}rem`

/** Height of a card in px: the first column on a line of its own, the others two by two. All cards are equal. */
export function cardHeight(columns: number, { root, tall, coarse }: { root: number; tall: boolean; coarse: boolean }) {
  const lines = Math.ceil(Math.max(0, columns - 1) / fieldsPerLine)
  const rem = padding + title[coarse ? 'touch' : 'pointer'] + lines * field[tall ? 'tall' : 'plain']
  return Math.round(rem * root)
}
