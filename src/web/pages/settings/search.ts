/** The search parameters of the settings page. */
export interface SettingsSearch {
  /** A market or asset whose decimals are to be set. */
  decimals?: string
}

export const readSettingsSearch = (text: Readonly<Record<string, string>>): SettingsSearch =>
  text['decimals'] ? { decimals: text['decimals'] } : {}
