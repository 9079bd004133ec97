import { plural } from '../../format/words.ts'
import type { GridColumn } from '../columns/grid-columns.tsx'
import type { Sort } from './sort-text.ts'

/** What the directions of a column mean, ascending first. */
export function directionsOf<Row>({ align, directions }: GridColumn<Row>): readonly [ascending: string, desc: string] {
  return directions ?? (align === 'end' ? ['lowest first', 'highest first'] : ['A to Z', 'Z to A'])
}

/** "Sorted by Epoch, highest first, among 1,000 loaded rows". */
export function sortedWords<Row>(sort: Sort | undefined, columns: readonly GridColumn<Row>[], count: number): string {
  const column = sort && columns.find(({ id }) => id === sort.id)
  if (!column) return ''
  const [ascending, descending] = directionsOf(column)
  return `Sorted by ${column.header}, ${sort.desc ? descending : ascending}, among ${plural(count, 'loaded row')}`
}
