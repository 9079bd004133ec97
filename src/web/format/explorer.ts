import { encodePath } from './path.ts'

/** What an outside explorer may have a page of, with the plural that stands in many addresses. */
const plurals = {
  party: 'parties',
  market: 'markets',
  asset: 'assets',
  team: 'teams',
  epoch: 'epochs',
  block: 'blocks',
} as const
export type ExplorerKind = keyof typeof plurals

const filled = (template: string, kind: string, plural: string, id: string): string =>
  template
    .trim()
    .replaceAll('{kinds}', () => plural)
    .replaceAll('{kind}', () => kind)
    .replaceAll('{id}', () => encodePath(id))

/**
 * Why a template such as `https://explorer.example/{kinds}/{id}` cannot be used; undefined for one that can, and for none.
 * Only web addresses are links, and the id may stand neither in the scheme nor in the host.
 */
export function refuseTemplate(template: string): string | undefined {
  const text = template.trim()
  if (text === '') return undefined
  if (!text.includes('{id}')) return 'Put {id} where the id goes.'
  const [one, other] = ['a', 'b'].map((id) => {
    const address = filled(text, id, id, id)
    return URL.canParse(address) ? new URL(address) : undefined
  })
  if (!one || !other || !/^https?:$/.test(one.protocol)) return 'Enter an address that begins with https:// or http://.'
  return one.origin === other.origin ? undefined : 'The host must be the same for every id.'
}

/** The page of an id on the explorer of a template; undefined without one that can be used. */
export const explorerHref = (template: string, kind: ExplorerKind, id: string): string | undefined =>
  template.trim() === '' || refuseTemplate(template) !== undefined
    ? undefined
    : filled(template, kind, plurals[kind], id)
