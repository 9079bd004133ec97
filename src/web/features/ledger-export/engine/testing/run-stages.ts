import { type Bytes, combineStages, type Stage } from '../stream/stages.ts'

/** Sends chunks through stages without a stream, whose scheduling costs a thousand times more than what is tested. */
export function runStages(
  stages: readonly Stage[],
  chunks: readonly Uint8Array[],
  onBytes: (chunk: Bytes) => void,
): void {
  const { transform, flush } = combineStages(stages)
  const controller = { desiredSize: null, enqueue: onBytes, error: () => {}, terminate: () => {} }
  for (const chunk of chunks) void transform?.(new Uint8Array(chunk), controller as never)
  void flush?.(controller as never)
}
