import { type Entity, type PageEntry, type PageName, pages } from '../../../wire/pages.ts'
import { linkAbout, linkTo } from '../../router/link-to.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import { groupDigits } from '../../format/amount.ts'

interface Numbered {
  kind: 'epoch' | 'block'
  label: string
  icon: IconName
  href: string
}

const number = /^(?:(epoch|block)\s*)?#?\s*(\d{1,3}(?:[,.\s']\d{3})+|\d{1,19})$/i

/** The epoch and the block that a typed number may mean, in digits or grouped; `block 7` is only that. */
export function numbered(text: string): Numbered[] {
  const [, word = '', digits = ''] = number.exec(text.trim()) ?? []
  const plain = digits.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (plain === '') return []
  const [epoch, block] = [linkTo('/epochs/$epoch', { epoch: plain }), linkTo('/blocks/$height', { height: plain })]
  const both: Numbered[] = [
    { kind: 'epoch', label: `Epoch ${groupDigits(plain)}`, icon: 'clock', href: epoch },
    { kind: 'block', label: `Block ${groupDigits(plain)}`, icon: 'info', href: block },
  ]
  return word === '' ? both : both.filter(({ kind }) => kind === word.toLowerCase())
}

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
