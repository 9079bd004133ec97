import { useMemo } from 'react'
import { preferences, type ColumnPreferences } from '../../preferences/preferences.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'

/** What of a column its arrangement needs. Sizes are CSS pixels at 16 px text and grow with the reader's text. */
export interface Arrangeable {
  id: string
  size: number
  hidden?: boolean
  fixed?: boolean
}

export const leastSize = 48
/** One press of a key. */
export const sizeStep = 24

/** Before the reader chooses, columns stand in their written order and the `hidden` ones are away. */
export const firstChoice = (columns: readonly Arrangeable[]): ColumnPreferences => ({
  hidden: columns.filter(({ hidden }) => hidden).map(({ id }) => id),
  order: [],
  sizes: {},
  pinned: [],
})

const flipped = (names: readonly string[], name: string): string[] =>
  names.includes(name) ? names.filter((other) => other !== name) : [...names, name]

export const withShown = (choice: ColumnPreferences, id: string): ColumnPreferences => ({
  ...choice,
  hidden: flipped(choice.hidden, id),
})

export const withPinned = (choice: ColumnPreferences, id: string): ColumnPreferences => ({
  ...choice,
  pinned: flipped(choice.pinned, id),
})

/** A size of undefined gives the column back its own. */
export function withSize(choice: ColumnPreferences, id: string, size: number | undefined): ColumnPreferences {
  const { [id]: _, ...others } = choice.sizes
  return { ...choice, sizes: size === undefined ? others : { ...others, [id]: Math.max(leastSize, Math.round(size)) } }
}

/** All columns in the reader's order, hidden ones among them; a column that is new since then stands at the end. */
export function orderOf(choice: ColumnPreferences, columns: readonly Arrangeable[]): string[] {
  const names = columns.map(({ id }) => id)
  const known = choice.order.filter((id) => names.includes(id))
  return [...known, ...names.filter((id) => !known.includes(id))]
}

/** Takes `id` to the place of `target`, behind it when it came from before; both in the same group of pinned or others. */
export function withMoved(
  choice: ColumnPreferences,
  columns: readonly Arrangeable[],
  id: string,
  target: string,
): ColumnPreferences {
  const pinned = choice.pinned.includes(id)
  if (id === target || pinned !== choice.pinned.includes(target)) return choice
  const names = pinned ? choice.pinned : orderOf(choice, columns)
  const to = names.indexOf(target)
  const moved = names.filter((other) => other !== id)
  moved.splice(to, 0, id)
  return pinned ? { ...choice, pinned: moved } : { ...choice, order: moved }
}

/** Keeps a change of one list's columns in this browser. */
export function changeColumns(
  list: string,
  columns: readonly Arrangeable[],
  change: (now: ColumnPreferences) => ColumnPreferences,
): void {
  const all = preferences.get().columns
  preferences.set({ columns: { ...all, [list]: change(all[list] ?? firstChoice(columns)) } })
}

/** Forgets the reader's columns of one list. */
export function resetColumns(list: string): void {
  const { [list]: _, ...others } = preferences.get().columns
  preferences.set({ columns: others })
}

/** What the reader chose for this list, or what holds before. */
export function useColumnChoice(list: string, columns: readonly Arrangeable[]): ColumnPreferences {
  const chosen = usePreferences().columns[list]
  return useMemo(() => chosen ?? firstChoice(columns), [chosen, columns])
}
