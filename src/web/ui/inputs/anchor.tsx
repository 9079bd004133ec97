import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import { siteHref } from '../../format/site.ts'
import { go } from '../../router/navigate.ts'

/** The tab index of links and buttons below. A grid is one tab stop, so its cells set -1. */
export const TabStop = createContext<-1 | undefined>(undefined)

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

/** A link within the application. Pointing at it or focusing it loads the code of its page. */
export function Anchor(props: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const { href, onClick, onFocus, onPointerEnter, children, ...rest } = props
  const tabStop = useContext(TabStop)
  const router: AnyRouter | undefined = useRouter<AnyRouter>({ warn: false })
  const preload = () => void router?.preloadRoute({ to: href.replace(/[?#].*/s, '') }).catch(() => undefined)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (isForBrowser(event)) return
    event.preventDefault()
    go(href)
  }
  return (
    <a
      tabIndex={tabStop}
      {...rest}
      href={siteHref(href)}
      onClick={follow}
      onFocus={(event) => {
        onFocus?.(event)
        preload()
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        preload()
      }}
    >
      {children}
    </a>
  )
}
