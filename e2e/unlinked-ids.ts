import type { Page } from 'playwright/test'
import type { Network } from './network.ts'

/**
 * What a page shows of ids outside of links to them, as text. `codes` are symbols of markets and assets with their ids; in
 * a cell they stand for them. A number is an epoch or a block by the head of its column or its term.
 */
export function unlinkedIds(page: Page, codes: readonly (readonly [string, string])[]): Promise<string[]> {
  return page.evaluate((names) => {
    const ids = new Map(names)
    const hex = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])|(?<![0-9a-f])[0-9a-f]{6}\u2026[0-9a-f]{6}(?![0-9a-f])/g
    const cells = 'td, tbody th, dd, [role=gridcell]'
    // What was sent and received is shown as it is.
    const verbatim = 'script, style, pre'
    const fields = 'input, textarea, select, option, [role=option], [role=combobox]'
    const matches = (address: string, id: string): boolean => {
      const [first = '', last] = id.split('\u2026')
      if (last === undefined) return address.includes(first)
      return (address.match(/[0-9a-f]{64}/g) ?? []).some((one) => one.startsWith(first) && one.endsWith(last))
    }
    const isLink = (link: Element | null, id: string): boolean => {
      const href = link?.getAttribute('href') ?? ''
      // The home of a block's hash is that of its height.
      return matches(href, id) || (/^\/blocks\/\d+$/.test(href) && link?.closest('[data-kind=block]') != null)
    }
    /** The difference of two columns names them in words: their heads are the links. */
    const isColumn = (element: Element, id: string) =>
      [...(element.closest('table')?.querySelectorAll('thead a[href]') ?? [])].some((link) => isLink(link, id))
    const leads = (element: Element, id: string) =>
      isLink(element.closest('a[href]') ?? element.querySelector('a[href]'), id) || isColumn(element, id)
    /** The head of a cell's column, or the term of a definition. */
    const headOf = (cell: Element): string => {
      if (cell.matches('dd')) {
        let term = cell.previousElementSibling
        while (term?.matches('dd')) term = term.previousElementSibling
        return term?.textContent ?? ''
      }
      const table = cell.closest('table')
      const label = cell.getAttribute('data-label')
      if (label !== null) return label
      const at = [...(cell.parentElement?.children ?? [])].indexOf(cell)
      return table?.querySelector('thead tr')?.children[at]?.textContent ?? ''
    }
    const found: string[] = []
    const check = (element: Element, id: string) => {
      // What the path of a page names is what it is about: it leads nowhere else.
      if (!element.checkVisibility() || element.closest(fields) || matches(location.pathname, id)) return
      if (leads(element, id)) return
      found.push(`${id} in ${(element.closest('[role=row], tr, li, p, section') ?? element).outerHTML.slice(0, 300)}`)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { data } = walker.currentNode as Text
      const element = walker.currentNode.parentElement
      if (element && !element.closest(verbatim)) for (const [id] of data.matchAll(hex)) check(element, id)
    }
    for (const element of document.querySelectorAll('body [title]'))
      for (const [id] of (element.getAttribute('title') ?? '').matchAll(hex)) check(element, id)
    for (const cell of document.querySelectorAll<HTMLElement>(cells)) {
      const text = cell.innerText.trim()
      const head = headOf(cell)
      const named = ids.get(text)
      if (named !== undefined && head !== 'Quoted in') check(cell, named)
      const isNumber = /\b(epoch|block)\b/i.test(head) && !/\b(this|last) epoch\b|length|count/i.test(head)
      if (isNumber && /^\d[\d,]*$/.test(text)) check(cell, text.replaceAll(',', ''))
    }
    return found
  }, codes)
}

/** The symbols of all markets and assets with their ids. */
export async function symbolsOf(network: Network): Promise<(readonly [string, string])[]> {
  const markets = (await network.markets()).map(
    ({ id, tradableInstrument: { instrument } }) => [instrument.code, id] as const,
  )
  const assets = (await network.assets()).map(({ id, details }) => [details.symbol, id] as const)
  return [...markets, ...assets]
}
