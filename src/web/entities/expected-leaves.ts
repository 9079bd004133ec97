/** A leaf of a record: its dotted name and its value as text; undefined for null or an absent field. */
export interface Leaf {
  path: string
  value: string | undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The leaves of a record in their order; lists are joined with commas. */
export function leavesOf(record: unknown, prefix = ''): Leaf[] {
  if (!isRecord(record)) return []
  return Object.entries(record).flatMap(([name, value]): Leaf[] => {
    const path = prefix + name
    if (isRecord(value)) return leavesOf(value, `${path}.`)
    if (value === null || value === undefined) return [{ path, value: undefined }]
    return [{ path, value: Array.isArray(value) ? value.join(', ') : textOf(value) }]
  })
}

/** The leaves of a record, then the `expected` fields that it lacks. */
export function expectedLeaves(record: unknown, expected: readonly string[]): Leaf[] {
  const leaves = leavesOf(record)
  const has = (path: string) => leaves.some((leaf) => leaf.path === path || leaf.path.startsWith(`${path}.`))
  return [...leaves, ...expected.filter((path) => !has(path)).map((path) => ({ path, value: undefined }))]
}
