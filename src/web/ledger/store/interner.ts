/** Numbers for texts that repeat: each text gets the next free number, once. */
export class Interner {
  readonly #numbers = new Map<string, number>()
  readonly texts: string[] = []

  /** The number of a text, given to it now where it has none. */
  add(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.texts.length
    this.#numbers.set(text, number)
    this.texts.push(text)
    return number
  }

  /** The number of a text; undefined when it was never added. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }
}
