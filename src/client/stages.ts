import type { ErrorBody } from '../wire/protocol/error.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Passes bytes to the next stage. */
export type Emit = (chunk: Bytes) => void

/** A synchronous step between the node and the file. It never throws: after a failure it emits nothing more. */
export interface Stage {
  transform(chunk: Bytes, emit: Emit): void
  /** Called when the response has ended or a stage has failed. */
  flush?(emit: Emit): void
  failure?(): ErrorBody | undefined
}

/** Bytes that were held back, and those behind them. */
export function joined(held: Bytes, next: Bytes): Bytes {
  if (held.length === 0) return next
  const whole = new Uint8Array(held.length + next.length)
  whole.set(held)
  whole.set(next, held.length)
  return whole
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A failure that the browser found, in the form of the node's errors. */
export const toErrorBody = (message: string): ErrorBody => ({ code: 0, message, details: [] })

/**
 * Runs stages one after the other, without a stream for each: streams cost 5 % of an export's time in scheduling. `push`
 * returns whether a stage has failed; `end` flushes what the stages hold back.
 */
export function combineStages(stages: readonly Stage[], output: Emit): { push(chunk: Bytes): boolean; end(): void } {
  const emits = stages.map(
    (_, at): Emit =>
      (chunk) =>
        emitTo(at + 1, chunk),
  )
  const emitTo = (at: number, chunk: Bytes): void => {
    const stage = stages[at]
    if (stage) stage.transform(chunk, emits[at]!)
    else output(chunk)
  }
  return {
    push(chunk) {
      emitTo(0, chunk)
      return stages.some((stage) => stage.failure?.() !== undefined)
    },
    end() {
      for (const [at, stage] of stages.entries()) stage.flush?.(emits[at]!)
    },
  }
}
