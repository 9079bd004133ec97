import skeleton from '../../ui/feedback/skeleton.module.css'
import head from '../../ui/display/page-head.module.css'
import { parseSearch, type Search } from '../../router/search.ts'
import { type IconName, iconPaths } from '../../ui/icons/icon-paths.ts'
import icons from '../../ui/icons/icon.module.css'
import {
  type NavigationItem,
  keyedItems,
  navigationItemOf,
  navigationItems,
  showsTime,
} from '../navigation/navigation-items.ts'
import navigation from '../navigation/navigation.module.css'
import styles from '../shell.module.css'
import find from '../palette/find-button.module.css'
import mobile from './top-bar.module.css'
import { matchPage } from '../../../wire/pages.ts'

/** The pages that another page may show in a frame, alone: a chart and the limits of a party. */
const framed = new Set(['candles', 'spam'])

/** Whether an address shows its page without the frame around it: `embed=1` on a chart or on the limits of a party. */
export function isEmbedded(pathname: string, { embed }: Search): boolean {
  const { page, entity } = matchPage(pathname) ?? {}
  return embed === '1' && page !== undefined && entity !== undefined && framed.has(page)
}

const icon = (name: IconName): string =>
  `<svg class="${icons.icon}" viewBox="0 0 24 24"><path d="${iconPaths[name]}"/></svg>`

/** Nothing here can be followed: a link of the frame is there once its code has come. */
const itemHtml = (pathname: string) => (item: NavigationItem) =>
  `<a${item.holds(pathname) ? ' aria-current="page"' : ''}>${icon(item.icon)}<span>${item.name}</span></a>`

function sideOf(pathname: string): string {
  const link = itemHtml(pathname)
  const groups = ['Party', 'Market'].map((name) => {
    const links = keyedItems.filter(({ group }) => group === name.toLowerCase()).map(link)
    return `<div class="${navigation.group}"><h2>${name}</h2>${links.join('')}</div>`
  })
  return (
    `<div class="${navigation.group}">${link(navigationItems.overview)}</div>${groups.join('')}` +
    `<div class="${navigation.last}">${link(navigationItems.help)}${link(navigationItems.settings)}</div>`
  )
}

/** The constellation of six stars, drawn inside a view box of "2 1 22 22"; for React and for the frame that is drawn before it. */
export const brandMark =
  '<path d="M6 4.5 13.1 5.4 9.1 9.3ZM9.1 9.3 11.5 19.4 18.1 18.1 15.7 8.1Z" fill="none" stroke="currentColor" ' +
  'stroke-width="1.25" stroke-linejoin="round" opacity="0.55"/><g fill="currentColor"><circle cx="6" cy="4.5" r="2.8"/>' +
  '<circle cx="13.1" cy="5.4" r="1.4"/><circle cx="9.1" cy="9.3" r="1.5"/><circle cx="15.7" cy="8.1" r="1.3"/>' +
  '<circle cx="11.5" cy="19.4" r="1.7"/><circle cx="18.1" cy="18.1" r="1.7"/></g>'

const brand = `<svg width="26" height="26" viewBox="2 1 22 22">${brandMark}</svg><b>Lyra</b>`
/** The overview has a search field of its own (find-button.module.css). */
const search = (pathname: string): string =>
  `<a class="${find.find}"${pathname === '/' ? ' style="visibility:hidden"' : ''}>${icon('search')}<span>Find<span> or go to</span></span></a>`
const bars = ['72%', '88%', '64%', '80%', '58%', '76%']
  .map((width) => `<div class="${skeleton.row}"><span style="width:${width}"></span></div>`)
  .join('')

/**
 * Draws the frame of every page, the page's name where that is its heading, and placeholders: what is known before the code of
 * the frame has come, which takes its place. Hidden from screen readers and keys, for nothing in it can be used.
 */
export function drawFirstFrame(root: HTMLElement, { pathname, search: text }: Pick<URL, 'pathname' | 'search'>): void {
  // The wall screen has no frame, and neither has what stands in one of another page.
  if (pathname === '/watch' || isEmbedded(pathname, parseSearch(text))) return
  const item = navigationItemOf(pathname)
  const time = showsTime(pathname, parseSearch(text)) ? `<div class="${styles.time}"></div>` : ''
  const title = item?.titled === true ? item.name : ''
  root.innerHTML =
    `<div class="${styles.app}" aria-hidden="true"><div class="${styles.frame}">` +
    `<div class="${styles.side}" data-side><a class="${styles.brand}">${brand}</a>${search(pathname)}${time}${sideOf(pathname)}</div>` +
    `<div class="${mobile.top}"><a class="${mobile.brand}">${brand}</a></div>` +
    `<div class="${styles.main}"><div class="${head.head}"><h1>${title}</h1></div>` +
    `<div class="${skeleton.skeleton}">${bars}</div></div></div></div>`
}
