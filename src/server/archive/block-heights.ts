import { CsvError } from './csv-projection.ts'

/**
 * Checks that the rows of the table blocks hold consecutive heights while they are loaded. Throws CsvError.
 */
export class BlockHeights {
  readonly #column: number
  #expected: bigint
  #line = 2
  #rest = ''

  constructor(column: number, first: bigint) {
    this.#column = column
    this.#expected = first
  }

  push(chunk: Uint8Array): void {
    const lines = (this.#rest + Buffer.from(chunk).toString('latin1')).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const height = line.split(',')[this.#column] ?? ''
      if (height !== String(this.#expected)) {
        const place = `in line ${this.#line}, column height`
        throw new CsvError(`has ${JSON.stringify(height)} ${place}, where ${this.#expected} follows`)
      }
      this.#expected += 1n
      this.#line += 1
    }
  }
}
