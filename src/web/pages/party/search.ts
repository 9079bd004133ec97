/** The search parameters: range of the ledger card, by name or in Unix nanoseconds, and asset. */
export interface PartySearch {
  /** A moving range such as `last-month`; `from` and `to` take precedence. */
  range?: string
  from?: string
  to?: string
  assetId?: string
}

const nanoseconds = /^\d{1,19}$/

/** Unknown names and invalid times are left out. */
export function readPartySearch({ range, from, to, assetId }: Readonly<Record<string, string>>): PartySearch {
  return {
    ...(range ? { range } : {}),
    ...(from && nanoseconds.test(from) ? { from } : {}),
    ...(to && nanoseconds.test(to) ? { to } : {}),
    ...(assetId ? { assetId } : {}),
  }
}
