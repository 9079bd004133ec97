import { matchPage } from '../../../wire/pages.ts'
import type { Search } from '../../router/search.ts'

/** The pages that another page may show in a frame, alone: a chart and the limits of a party. */
const framed = new Set(['candles', 'spam'])

/** Whether an address shows its page without the frame around it: `embed=1` on a chart or on the limits of a party. */
export function isEmbedded(pathname: string, { embed }: Search): boolean {
  const { page, entity } = matchPage(pathname) ?? {}
  return embed === '1' && page !== undefined && entity !== undefined && framed.has(page)
}
