import type { Rows } from './list.ts'
import type { RowKey } from './row-key.ts'

const letters = 5

/** Mixes the length and a few characters of a text into a mark. */
function mix(start: number, text: string): number {
  const step = Math.max(1, Math.floor(text.length / letters))
  let mark = (Math.imul(start, 31) + text.length) | 0
  for (let at = text.length - 1; at >= 0; at -= step) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0
  return mark
}

/** The mark of a row whose members say this. */
export const markOf = (texts: readonly string[]): number => texts.reduce(mix, 0)

/**
 * The marks of a page's rows: 4 bytes a row instead of a key of more than a hundred. Keys of different marks differ, keys
 * of one mark may or may not. Made from the members as they stand: joining them first would cost most of the work.
 */
export function marksOf<Node>(edges: Rows<{ node: Node }>, { members }: RowKey<Node>): Int32Array {
  const marks = new Int32Array(edges.length)
  for (let index = 0; index < marks.length; index++) {
    const node = edges.at(index)?.node
    if (!node) continue
    let mark = 0
    for (const member of members) mark = mix(mark, node[member] as string)
    marks[index] = mark
  }
  return marks
}

interface Marked<Node> {
  readonly edges: Rows<{ readonly node: Node }>
  readonly marks: Int32Array
}

/** Whether an earlier page has the row of this mark and key. */
function isKnown<Node>(earlier: readonly Marked<Node>[], mark: number, name: string, key: RowKey<Node>) {
  return earlier.some(({ marks, edges }) => {
    for (let at = marks.indexOf(mark); at >= 0; at = marks.indexOf(mark, at + 1)) {
      const edge = edges.at(at)
      if (edge && key(edge.node) === name) return true
    }
    return false
  })
}

/**
 * Whether every row of a page was in an earlier page already: the node goes round in circles. A page whose first row is
 * new is new, which is the usual case and costs next to nothing, also among keys that are much alike; only then is it
 * compared key by key.
 */
export function addsNothing<Node>(
  { edges, marks }: Marked<Node>,
  earlier: readonly Marked<Node>[],
  key: RowKey<Node>,
): boolean {
  const [first, mark] = [edges.at(0), marks[0]]
  if (first === undefined || mark === undefined || !isKnown(earlier, mark, key(first.node), key)) return false
  const wanted = new Set(marks)
  const known = new Set<string>()
  for (const page of earlier) {
    for (const [index, mark] of page.marks.entries()) {
      const edge = wanted.has(mark) ? page.edges.at(index) : undefined
      if (edge) known.add(key(edge.node))
    }
  }
  for (let index = 0; index < edges.length; index++) if (!known.has(key(edges.at(index)!.node))) return false
  return true
}
