import { type Bytes, combineStages, type Stage } from '../../../client/stages.ts'

/** Sends chunks through stages up to a failure, as `receive` does. */
export function runStages(
  stages: readonly Stage[],
  chunks: readonly Uint8Array[],
  onBytes: (chunk: Bytes) => void,
): void {
  const combined = combineStages(stages, onBytes)
  for (const chunk of chunks) if (combined.push(new Uint8Array(chunk))) break
  combined.end()
}
