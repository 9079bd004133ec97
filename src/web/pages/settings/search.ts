/** What this page keeps in its address. */
export interface SettingsSearch {
  /** A market or asset whose decimals the reader came to set. */
  decimals?: string
}

/** Reads the flat text of the address; unknown names are left out, nothing throws. */
export const readSettingsSearch = (text: Readonly<Record<string, string>>): SettingsSearch =>
  text['decimals'] ? { decimals: text['decimals'] } : {}
