/** In rem. On touch a link in a card is as high as a finger needs. */
const title = { pointer: 2.25, touch: 2.75 }
const field = { pointer: 2.75, touch: 3.75, tall: 4.25 }
const padding = 1.25

/** Fields in a line of a card. */
const fieldsPerLine = 2

/** Cards that are shown at full length; more of them scroll in a window of their own. */
export const unscrolledCards = 20

interface CardRow {
  /** Two lines to a value. */
  tall: boolean
  /** The reader points with a finger. */
  coarse: boolean
}

/** Rem of a field: its name above its value. */
export const fieldHeight = ({ tall, coarse }: CardRow): number =>
  Math.max(field[coarse ? 'touch' : 'pointer'], tall ? field.tall : 0)

/** Height of a card in px: its title on a line of its own, the other columns two by two. All cards are equal. */
export function cardHeight(columns: number, row: CardRow & { root: number }): number {
  const lines = Math.ceil(Math.max(0, columns - 1) / fieldsPerLine)
  const rem = padding + title[row.coarse ? 'touch' : 'pointer'] + lines * fieldHeight(row)
  return Math.round(rem * row.root)
}
