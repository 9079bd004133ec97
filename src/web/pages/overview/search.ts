/** What this page keeps in its address, in the wire's own spelling. */
export interface OverviewSearch {}

/** Reads the flat text of the address; unknown names are left out, nothing throws. */
export const readOverviewSearch = (_text: Readonly<Record<string, string>>): OverviewSearch => ({})
