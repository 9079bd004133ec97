import type { Bytes, Transforming } from '../stream/decode-framing.ts'

/** Sends chunks through stages at once, as streams would, which cost a thousand times more than what is tested. */
export function pump(
  stages: readonly Transforming[],
  chunks: readonly Uint8Array[],
  out: (chunk: Bytes) => void,
): void {
  const ended = stages.map(() => false)
  const onwardOf = (at: number) => ({
    enqueue: (chunk: Bytes): void => (at + 1 < stages.length ? send(at + 1, chunk) : out(chunk)),
    terminate(): void {
      end(at)
    },
  })
  const send = (at: number, chunk: Bytes): void => {
    if (!ended[at]) stages[at]?.transform(chunk, onwardOf(at))
  }
  /** The stage gives no more: those before it stop, those behind it flush. */
  const end = (at: number): void => {
    for (let before = 0; before <= at; before++) ended[before] = true
    for (let next = at + 1; next < stages.length && !ended[next]; next++) {
      stages[next]?.flush(onwardOf(next))
      ended[next] = true
    }
  }
  for (const chunk of chunks) send(0, new Uint8Array(chunk))
  for (const [at, stage] of stages.entries()) {
    if (!ended[at]) stage.flush(onwardOf(at))
    ended[at] = true
  }
}
