/** What this page keeps in its address, in the wire's own spelling. */
export interface SpamStatisticsSearch {}

/** Reads the flat text of the address; unknown names are left out, nothing throws. */
export const readSpamStatisticsSearch = (_text: Readonly<Record<string, string>>): SpamStatisticsSearch => ({})
