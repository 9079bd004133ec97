import { shortId } from '../format/id.ts'
import type { PartyNames } from '../preferences/party-names.ts'
import { placeOf } from './navigation/navigation-items.ts'
import type { Subject } from './navigation/route-entity.ts'

export function titleOf(pathname: string, subject: Subject, names: PartyNames): string {
  const place = placeOf(pathname)
  if (!place) return 'Page not found · Lyra'
  if (pathname === '/') return 'Lyra'
  if (pathname === '/watch') return 'Watch room \u00b7 Lyra'
  const { party, market, asset, team, epoch, block } = subject
  const id = party ?? market ?? asset ?? team ?? epoch ?? block
  const name = id === undefined ? undefined : (names[id] ?? shortId(id))
  return [name === undefined ? place.name : `${place.name}, ${name}`, 'Lyra'].join(' · ')
}
