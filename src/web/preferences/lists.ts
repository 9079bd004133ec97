import { readableName } from '../format/name.ts'
import { foldId } from '../format/id.ts'
import { foldHref } from '../format/path.ts'
import { preferences, type Recent, type SpamPreferences, type View } from './preferences.ts'

const maxRecent = 8

/** Names an id; empty text takes the name away. */
export function setNickname(id: string, name: string): void {
  const key = foldId(id)
  const { [key]: _, ...others } = preferences.get().nicknames
  const trimmed = readableName(name.trim())
  preferences.set({ nicknames: trimmed === '' ? others : { ...others, [key]: trimmed } })
}

/** Starts or stops watching a party. */
export function setWatched(id: string, watched: boolean): void {
  const party = foldId(id)
  const others = preferences.get().watched.filter((other) => other !== party)
  preferences.set({ watched: watched ? [...others, party] : others })
}

const minute = 60_000

/** Puts an item first among the recent ones, seen now (Unix milliseconds); at most eight are kept. */
export function remember({ id, ...rest }: Recent, now: number = Date.now()): void {
  const item = { ...rest, id: foldId(id) }
  const others = preferences.get().recent.filter((other) => other.kind !== item.kind || other.id !== item.id)
  const [first] = preferences.get().recent
  const same = first?.kind === item.kind && first.id === item.id && first.label === item.label
  if (same && now - (first.at ?? 0) < minute) return
  preferences.set({ recent: [{ ...item, at: now }, ...others].slice(0, maxRecent) })
}

/** Names an address of the dashboard; one that has a name already gets the new one. */
export function saveView({ name, href: written }: View): void {
  const href = foldHref(written)
  const others = preferences.get().views.filter((view) => view.href !== href)
  preferences.set({ views: [{ name: name.trim(), href }, ...others] })
}

/** Gives a view another name, at its place. */
export function renameView(href: string, name: string): void {
  preferences.set({
    views: preferences.get().views.map((view) => (view.href === href ? { ...view, name: name.trim() } : view)),
  })
}

/** Takes a view off the list; the address itself keeps working. */
export function forgetView(href: string): void {
  preferences.set({ views: preferences.get().views.filter((view) => view.href !== href) })
}

/** Changes how limits are watched; what the patch does not name stays. */
export function setSpam(patch: Partial<SpamPreferences>): void {
  preferences.set({ spam: { ...preferences.get().spam, ...patch } })
}
