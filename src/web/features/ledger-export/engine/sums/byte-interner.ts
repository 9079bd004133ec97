/**
 * Small whole numbers for byte texts that repeat (asset ids, market ids, types), found without making a string of each.
 * The number of a text is its index in `texts`.
 */
export class Interned {
  readonly texts: string[] = []
  readonly #bytes: Uint8Array[] = []
  readonly #buckets = new Map<number, number[]>()
  readonly #decoder = new TextDecoder()
  #latest = -1

  of(bytes: Uint8Array, from: number, to: number): number {
    if (this.#latest >= 0 && this.#is(this.#latest, bytes, from, to)) return this.#latest
    return (this.#latest = this.#find(bytes, from, to))
  }

  #is(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const known = this.#bytes[number]!
    const length = to - from
    if (known.length !== length) return false
    // from the end: ids and types differ there as often, and types share their beginning
    for (let at = length - 1; at >= 0; at--) if (known[at] !== bytes[from + at]) return false
    return true
  }

  #find(bytes: Uint8Array, from: number, to: number): number {
    let hash = to - from
    for (let at = Math.max(from, to - 12); at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
    const bucket = this.#buckets.get(hash)
    for (const number of bucket ?? []) if (this.#is(number, bytes, from, to)) return number
    const number = this.#bytes.push(bytes.slice(from, to)) - 1
    this.texts.push(this.#decoder.decode(bytes.subarray(from, to)))
    if (bucket) bucket.push(number)
    else this.#buckets.set(hash, [number])
    return number
  }
}
