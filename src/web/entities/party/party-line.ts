/** What one question says of a party, in a few words. */
export interface PartyLine {
  answer: string
  context: string
}

/** Loaded rows of a list about a party. */
export interface PartyRows<Row> {
  rows: readonly Row[]
  complete: boolean
}
