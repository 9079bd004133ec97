import { deployment } from '../client/deployment-config.ts'
import { type ExplorerKind, explorerHref, refuseTemplate } from '../format/explorer.ts'
import { usePreference } from '../preferences/use-preferences.ts'
import { hostOf } from '../ui/feedback/failure-view.ts'
import { ButtonLink } from '../ui/inputs/button.tsx'
import { useObservable } from '../use-observable.ts'

/** The template in use: the reader's own, else that of the deployment; empty for none. */
function useTemplate(): string {
  const own = usePreference('explorer')
  const given = useObservable(deployment, ({ explorer = '' }) => explorer)
  return own === '' || refuseTemplate(own) !== undefined ? given : own
}

/** The page of an id on the outside explorer, with its host; undefined where none is configured. */
export function useExplorer(kind: ExplorerKind, id: string): { href: string; host: string } | undefined {
  const href = explorerHref(useTemplate(), kind, id)
  return href === undefined ? undefined : { href, host: hostOf(href) }
}

/** Leads to the same id on the outside explorer, in a new tab; nothing where none is configured. */
export function ExplorerLink({ kind, id }: { kind: ExplorerKind; id: string }) {
  const outside = useExplorer(kind, id)
  if (!outside) return null
  return (
    <ButtonLink href={outside.href} target="_blank" icon="external">
      {outside.host}
    </ButtonLink>
  )
}
