import type { ListedParty } from '../../wire/party-list.ts'
import { readableName } from '../format/name.ts'
import { foldId, isId } from '../format/id.ts'
import { foldHref } from '../format/path.ts'
import { preferences, type Recent, type SpamPreferences, type SavedView } from './preferences.ts'

const maxRecent = 8

/** Sets a nickname; empty text removes it. */
export function setNickname(id: string, name: string): void {
  const key = foldId(id)
  const { [key]: _, ...others } = preferences.get().nicknames
  const trimmed = readableName(name.trim())
  preferences.set({ nicknames: trimmed === '' ? others : { ...others, [key]: trimmed } })
}

/**
 * Takes the names of a list as nicknames, in place of others that these parties had; those that were replaced, by id, and how
 * many are new.
 */
export function takeNicknames(parties: readonly ListedParty[]): { added: number; replaced: Record<string, string> } {
  const before = preferences.get().nicknames
  const given = parties.flatMap(({ partyId, name }) => (name === undefined ? [] : [[partyId, readableName(name)]]))
  const nicknames: Record<string, string> = { ...before, ...Object.fromEntries(given) }
  const changed = Object.keys(nicknames).filter((id) => nicknames[id] !== before[id])
  preferences.set({ nicknames })
  const replaced = changed.flatMap((id) => (before[id] === undefined ? [] : [[id, before[id]]]))
  return { added: changed.length - replaced.length, replaced: Object.fromEntries(replaced) }
}

export function setWatched(id: string, watched: boolean): void {
  const party = foldId(id)
  const others = preferences.get().watched.filter((other) => other !== party)
  preferences.set({ watched: watched ? [...others, party] : others })
}

/** Watches a party; a name that the node publishes becomes its nickname here, unless it has one. */
export function watchNamed(id: string, name: string | undefined): void {
  if (name !== undefined && preferences.get().nicknames[foldId(id)] === undefined) setNickname(id, name)
  setWatched(id, true)
}

const minute = 60_000

/** Puts an item first among the recent ones, at most eight; a party only by a whole id, since any text can stand in an address.
 * `now` is in Unix milliseconds. */
export function remember({ id, ...rest }: Recent, now: number = Date.now()): void {
  if (rest.kind === 'party' && !isId(id)) return
  const item = { ...rest, id: foldId(id) }
  const others = preferences.get().recent.filter((other) => other.kind !== item.kind || other.id !== item.id)
  const [first] = preferences.get().recent
  const same = first?.kind === item.kind && first.id === item.id && first.label === item.label
  if (same && now - (first.at ?? 0) < minute) return
  preferences.set({ recent: [{ ...item, at: now }, ...others].slice(0, maxRecent) })
}

/** Saves a path of the dashboard under a name, or renames it. */
export function saveView({ name, href: written }: SavedView): void {
  const href = foldHref(written)
  const others = preferences.get().views.filter((view) => view.href !== href)
  preferences.set({ views: [{ name: name.trim(), href }, ...others] })
}

export function renameView(href: string, name: string): void {
  preferences.set({
    views: preferences.get().views.map((view) => (view.href === href ? { ...view, name: name.trim() } : view)),
  })
}

export function forgetView(href: string): void {
  preferences.set({ views: preferences.get().views.filter((view) => view.href !== href) })
}

export function setSpam(patch: Partial<SpamPreferences>): void {
  preferences.set({ spam: { ...preferences.get().spam, ...patch } })
}
