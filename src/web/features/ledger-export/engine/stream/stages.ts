import type { ErrorBody } from '../../../../../wire/error.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Passes bytes to the next stage. */
export type Emit = (chunk: Bytes) => void

/**
 * A synchronous step between the node and the file. A stage never throws: when it finds a failure it emits nothing more and
 * `failure` says why.
 */
export interface Stage {
  transform(chunk: Bytes, emit: Emit): void
  /** The answer has ended, or a stage has failed. */
  flush?(emit: Emit): void
  failure?(): ErrorBody | undefined
}

/** A failure that the browser found, in the form of the node's errors. */
export const toErrorBody = (message: string): ErrorBody => ({ code: 0, message, details: [] })

/**
 * Runs stages one after the other as a single transformer: one TransformStream for each stage costs 5 % of an export's time
 * in scheduling. A failure ends the stream, and what the stages hold back is flushed.
 */
export function combineStages(stages: readonly Stage[]): Transformer<Bytes, Bytes> {
  let ended = false
  const emitTo = (at: number, output: Emit): Emit => {
    const stage = stages[at]
    return stage ? (chunk) => stage.transform(chunk, emitTo(at + 1, output)) : output
  }
  const end = (output: Emit): void => {
    ended = true
    for (const [at, stage] of stages.entries()) stage.flush?.(emitTo(at + 1, output))
  }
  return {
    transform(chunk, controller) {
      if (ended) return
      const output: Emit = (bytes) => controller.enqueue(bytes)
      emitTo(0, output)(chunk)
      if (!stages.some((stage) => stage.failure?.())) return
      end(output)
      controller.terminate()
    },
    flush(controller) {
      if (!ended) end((bytes) => controller.enqueue(bytes))
    },
  }
}
