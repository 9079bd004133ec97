import { shortId } from '../format/id.ts'
import { placeOf } from './navigation/navigation-items.ts'
import type { Subject } from './navigation/route-entity.ts'

export function titleOf(pathname: string, subject: Subject, nicknames: Readonly<Record<string, string>>): string {
  const place = placeOf(pathname)
  if (!place) return 'Page not found · Lyra'
  if (pathname === '/') return 'Lyra'
  if (pathname === '/watch') return 'Watch room \u00b7 Lyra'
  const id = subject.party ?? subject.market
  const name = id === undefined ? undefined : (nicknames[id] ?? shortId(id))
  return [name === undefined ? place.name : `${place.name}, ${name}`, 'Lyra'].join(' · ')
}
