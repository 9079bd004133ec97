import { useLayoutEffect } from 'react'
import { DemoChip } from './status-line.tsx'
import { zoneOfTimes } from '../../format/time.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { stringifySearch } from '../../router/search.ts'
import { useLocation } from '../../router/use-location.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { useStaticTitle } from '../title.ts'
import { isEmbedded } from './first-frame.ts'
import styles from '../shell.module.css'

/** A link in a frame of another page opens in a tab of its own: the frame keeps showing what it was made for. */
function openInTab(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link) return
  event.preventDefault()
  event.stopPropagation()
  open(link.href, '_blank', 'noopener')
}

/** What a frame of another page shows, whose times it has, and the way to the whole page. */
function Caption() {
  const { pathname, search } = useLocation()
  const title = useStaticTitle()
  const zone = useZone()
  return (
    <div className={styles.caption}>
      <h1>
        <Anchor href={pathname + stringifySearch({ ...search, embed: undefined })}>{title}</Anchor>
      </h1>
      <span>Times: {zoneOfTimes(zone)}</span>
      <DemoChip />
    </div>
  )
}

/** Shows a page alone, below a caption, where its address says that it stands in a frame of another page. */
export function Embed() {
  const { pathname, search } = useLocation()
  const embedded = isEmbedded(pathname, search)
  useLayoutEffect(() => {
    if (!embedded) return undefined
    const root = document.documentElement
    root.dataset['embed'] = ''
    document.addEventListener('click', openInTab, true)
    return () => {
      delete root.dataset['embed']
      document.removeEventListener('click', openInTab, true)
    }
  }, [embedded])
  return embedded ? <Caption /> : null
}
