import { useLocation } from '../../router/use-location.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import type { Recent } from '../../preferences/preferences.ts'
import { type Subject, subjectOf } from './route-entity.ts'

/** The entity of the current URL. */
export function useSubject(): Subject {
  const { pathname, search } = useLocation()
  return subjectOf(pathname, search)
}

/** The same, with the entity seen last where the URL names none. */
export function useReach(): Subject {
  const subject = useSubject()
  const { recent, watched } = usePreferences()
  const last = (kind: Recent['kind']): string | undefined => recent.find((item) => item.kind === kind)?.id
  const party = subject.party ?? last('party') ?? watched[0]
  const market = subject.market ?? last('market')
  return { ...subject, ...(party && { party }), ...(market && { market }) }
}
