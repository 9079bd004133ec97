import { useMemo } from 'react'
import { createObservable } from '../observable.ts'
import { useObservable } from '../use-observable.ts'
import { preferences } from './preferences.ts'
import { usePreference } from './use-preferences.ts'

/** What parties are called, by id. Without a prototype, since any text can stand as an id in an address. */
export type PartyNames = Readonly<Record<string, string>>

const named = (...sources: readonly PartyNames[]): PartyNames => Object.assign(Object.create(null), ...sources)

/** The names that the node publishes. Not stored: another node may publish others. */
const published = createObservable<PartyNames>(named())

/** Takes the names that a node publishes in place of those before. */
export const setPublishedNames = (names: PartyNames): void => published.set(named(names))

/** The names in the deployment's `config.json`. */
const deployed = createObservable<PartyNames>(named())

/** Takes the names of the deployment in place of those before. */
export const setDeployedNames = (names: PartyNames): void => deployed.set(named(names))

/** The nickname in this browser, else the name of the deployment, else the one that the node publishes. */
export const partyNames = (): PartyNames => named(published.get(), deployed.get(), preferences.get().nicknames)

export function usePartyNames(): PartyNames {
  const nicknames = usePreference('nicknames')
  const deployment = useObservable(deployed)
  const others = useObservable(published)
  return useMemo(() => named(others, deployment, nicknames), [others, deployment, nicknames])
}

/** The name of one party, to show beside its id, never instead; undefined where it has none. */
export function usePartyName(id: string): string | undefined {
  const nickname = useObservable(preferences, ({ nicknames }) =>
    Object.hasOwn(nicknames, id) ? nicknames[id] : undefined,
  )
  const deployment = useObservable(deployed, (names) => names[id])
  const other = useObservable(published, (names) => names[id])
  return nickname ?? deployment ?? other
}
