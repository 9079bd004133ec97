import { type Entity, type PageEntry, type PageName, pages } from '../../../wire/pages.ts'
import { linkAbout } from '../../router/link-to.ts'
import type { IconName } from '../../ui/icons/icon.tsx'

/** A page about an entity. */
export interface Destination {
  page: PageName
  name: string
  icon: IconName
  href: string
}

const entries = Object.entries<PageEntry & { readonly icon: IconName }>(pages)

/** The pages about an entity, as the table of pages has them: those of its own group first. */
export function destinationsOf({ kind, id }: { kind: Entity; id: string }): Destination[] {
  return entries
    .toSorted(([, a], [, b]) => Number(b.group === kind) - Number(a.group === kind))
    .flatMap(([page, entry]) => {
      const href = linkAbout(entry, kind, id)
      const { name, names, icon } = entry
      return href === undefined ? [] : [{ page: page as PageName, name: names?.[kind] ?? name, icon, href }]
    })
}
