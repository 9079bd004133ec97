import type { Edge } from '../../wire/page.ts'

/** Whether two JSON values say the same. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  let names = 0
  for (const name in left) {
    if (!same(left[name], right[name])) return false
    names += 1
  }
  for (const _ in right) names -= 1
  return names === 0
}

/** What was sent for records whose checked copy says less or other. */
const originals = new WeakMap<object, unknown>()

/** A record of a listing as the node sent it, with members that the interface does not name. */
export const receivedOf = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && originals.has(record) ? originals.get(record) : record

/**
 * The edges of a page that still know what was sent. Where the checked copy of a record says the same, the copy is
 * dropped: a long list then costs one object a row, and each row can be shown to its last member.
 */
export function keepReceived<Node>(checked: readonly Edge<Node>[], sent: readonly Edge<unknown>[]): Edge<Node>[] {
  return checked.map((edge, index): Edge<Node> => {
    const original = sent[index]
    if (original === undefined) return edge
    if (same(edge.node, original.node)) return original as Edge<Node> // it has just passed the check as what it is
    if (typeof edge.node === 'object' && edge.node !== null) originals.set(edge.node, original.node)
    return edge
  })
}
