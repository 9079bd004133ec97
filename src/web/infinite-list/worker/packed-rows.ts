import type { Rows } from '../list.ts'

const decoder = new TextDecoder()

/** So many rows that were read stay read, and as many again: more than a window shows, far less than a page has. */
const keptAtOnce = 256

/**
 * The rows of a page as JSON in bytes, read one by one when they are shown: 5,000 records are then a few objects to the
 * browser's memory instead of 50,000 values. A row that is looked at often stays the same object.
 */
export class PackedRows<Node> implements Rows<{ node: Node }> {
  readonly length: number
  readonly #bytes: Uint8Array
  readonly #ends: Uint32Array
  #young = new Map<number, { node: Node }>()
  #old = new Map<number, { node: Node }>()

  /** `ends` tells where each row ends in `bytes`; the next one starts there. */
  constructor(bytes: Uint8Array, ends: Uint32Array) {
    this.#bytes = bytes
    this.#ends = ends
    this.length = ends.length
  }

  at(row: number): { node: Node } | undefined {
    const young = this.#young.get(row)
    if (young) return young
    const end = this.#ends[row]
    if (end === undefined) return undefined
    const edge = this.#old.get(row) ?? { node: this.#read(this.#ends[row - 1] ?? 0, end) }
    if (this.#young.size >= keptAtOnce) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(row, edge)
    return edge
  }

  #read(from: number, to: number): Node {
    return JSON.parse(decoder.decode(this.#bytes.subarray(from, to))) as Node
  }
}
