import { useContext } from 'react'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { go } from '../../address/history.ts'
import { TabStop } from './tab-stop.ts'

/** A click that the browser should handle itself: new tab, download, other origin. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, download, origin } = event.currentTarget
  return (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (target !== '' && target !== '_self') ||
    download !== '' ||
    origin !== location.origin
  )
}

/**
 * A link that stays in the page. It speaks to the history, which the router listens to, so that components need not
 * know the routes.
 */
export function Anchor(props: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const { href, onClick, children, ...rest } = props
  const tabStop = useContext(TabStop)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (isForBrowser(event)) return
    event.preventDefault()
    go(href)
  }
  return (
    <a tabIndex={tabStop} {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
