import { FileChecks, partyOfRow } from '../rows/file-checks.ts'
import { LedgerReader, type RowFacts } from '../rows/ledger-reader.ts'
import { RowStore } from '../store/row-store.ts'
import { type RunningHash, runningSha256 } from '../stream/sha256.ts'
import type { Bytes } from '../stream/stages.ts'

/** A worker does not keep more rows than this, some 70 bytes each. */
const maxRows = 4_000_000

/** The rows of one ledger as they come from a stream of its bytes. */
export class Statement {
  readonly hash: RunningHash | undefined
  readonly store = new RowStore()
  readonly reader: LedgerReader
  /** Of a file, which another program may have changed. */
  readonly checks: FileChecks | undefined
  #party: string | undefined

  private constructor(party: string | undefined, isFile: boolean, hash: RunningHash | undefined) {
    this.#party = party?.toLowerCase()
    this.hash = hash
    this.checks = isFile ? new FileChecks(party) : undefined
    this.reader = new LedgerReader((line, fields, isUnderstood) => {
      if (this.isFull) return
      this.#party ??= partyOfRow(fields)
      this.store.add(line, isUnderstood)
    }, this.checks)
  }

  /** Without a party, the rows say whose ledger it is. */
  static async create(party: string | undefined, isFile: boolean): Promise<Statement> {
    return new Statement(party, isFile, await runningSha256())
  }

  get party(): string | undefined {
    return this.checks?.party ?? this.#party
  }

  take(chunk: Bytes): void {
    this.hash?.update(chunk)
    this.reader.push(chunk)
  }

  facts(): RowFacts {
    return this.reader.facts()
  }

  get isFull(): boolean {
    return this.store.count >= maxRows
  }
}
