/** What this page keeps in its address: the range of its ledger card, by name or in Unix nanoseconds, and the asset. */
export interface PartySearch {
  /** A range that moves with the clock, such as `last-month`; `from` and `to` win over it. */
  range?: string
  from?: string
  to?: string
  assetId?: string
}

const nanoseconds = /^\d{1,19}$/

/** Reads the flat text of the address; unknown names and times that are no integers are left out, nothing throws. */
export function readPartySearch({ range, from, to, assetId }: Readonly<Record<string, string>>): PartySearch {
  return {
    ...(range ? { range } : {}),
    ...(from && nanoseconds.test(from) ? { from } : {}),
    ...(to && nanoseconds.test(to) ? { to } : {}),
    ...(assetId ? { assetId } : {}),
  }
}
