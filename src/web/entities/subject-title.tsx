import type { ReactNode } from 'react'
import { CopyButton } from '../ui/inputs/copy-button.tsx'
import { LiveToggle } from '../ui/inputs/toggle.tsx'
import { StarMark } from '../ui/inputs/star-mark.tsx'
import { Freshness, type Refreshable } from '../ui/feedback/freshness.tsx'
import { ShareMenu, MoreActions } from '../ui/overlays/share-menu.tsx'
import type { IdKind } from '../ui/display/id-chip.tsx'
import { ExplorerLink } from './explorer.tsx'
import styles from './subject-title.module.css'

interface SubjectTitleProps {
  id: string
  kind: Exclude<IdKind, 'block'>
  /** What it is called; a short id in mono without `named`. */
  name: string
  named: boolean
  /** In words, after the id: what kind of thing it is. */
  what: string
  freshness?: Refreshable
  /** The page updates live. */
  live?: boolean
  children?: ReactNode
}

/** The head of the page of one id: mark, name, the whole id with its kind, and what can be done. */
export function SubjectTitle({ id, kind, name, named, what, freshness, live = false, children }: SubjectTitleProps) {
  return (
    <header className={styles.head}>
      <StarMark id={id} size="3rem" />
      <div className={styles.who}>
        <div className={styles.name}>
          <h1 className={named ? undefined : 'mono'}>{name}</h1>
          {children}
        </div>
        <p className={styles.id} title={id} data-id={id} data-kind={kind}>
          <code className="mono">
            <span>{id.slice(0, -6)}</span>
            {id.slice(-6)}
          </code>
          <CopyButton text={id} label={`Copy full ${kind} id`} />
          <span>{what}</span>
        </p>
      </div>
      <div className={styles.actions}>
        {freshness && <Freshness query={freshness} />}
        <MoreActions>
          {live && <LiveToggle />}
          <ExplorerLink kind={kind} id={id} />
          <ShareMenu>Copy link</ShareMenu>
        </MoreActions>
      </div>
    </header>
  )
}
