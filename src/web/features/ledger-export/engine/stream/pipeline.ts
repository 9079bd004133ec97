import type { Bytes, Transforming } from './decode-framing.ts'

/**
 * Runs stages one after the other as a single transformer: one TransformStream for each stage costs 5 % of an export's time
 * in scheduling. A stage that terminates ends those before it and flushes those behind it, as between streams.
 */
export function combineStages(stages: readonly Transforming[]): Transformer<Bytes, Bytes> {
  let ended = false
  const enter = (at: number, chunk: Bytes, into: TransformStreamDefaultController<Bytes>): void => {
    const stage = stages[at]
    if (stage) stage.transform(chunk, onwardOf(at, into))
    else into.enqueue(chunk)
  }
  const finish = (from: number, into: TransformStreamDefaultController<Bytes>): void => {
    for (let at = from; at < stages.length; at++) stages[at]!.flush(onwardOf(at, into))
  }
  const onwardOf = (at: number, into: TransformStreamDefaultController<Bytes>) => ({
    enqueue: (chunk: Bytes) => enter(at + 1, chunk, into),
    terminate: () => {
      if (ended) return
      ended = true
      finish(at + 1, into)
      into.terminate()
    },
  })
  return {
    transform: (chunk, into) => {
      if (!ended) enter(0, chunk, into)
    },
    flush: (into) => {
      if (!ended) finish(0, into)
    },
  }
}
