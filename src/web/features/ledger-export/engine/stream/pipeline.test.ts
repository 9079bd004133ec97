import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bytes, Transforming } from './decode-framing.ts'
import { combineStages } from './pipeline.ts'

/** Passes a byte on when it has come `every` times, says how many it held at the end, and ends the stream at 255. */
function stage(every: number): Transforming {
  let held: number[] = []
  return {
    transform(chunk, onward) {
      for (const byte of chunk) {
        if (byte === 255) return onward.terminate()
        held.push(byte)
        if (held.length < every) continue
        onward.enqueue(Uint8Array.from(held))
        held = []
      }
    },
    flush: (onward) => onward.enqueue(Uint8Array.of(held.length, every)),
  }
}

const source = (chunks: readonly Bytes[]): ReadableStream<Bytes> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

async function bytesOf(stream: ReadableStream<Bytes>): Promise<number[]> {
  const all: number[] = []
  for await (const chunk of stream) all.push(...chunk)
  return all
}

test('stages in one say what they say in streams of their own, whatever ends them', async () => {
  const byte = fc.oneof({ weight: 20, arbitrary: fc.nat(254) }, { weight: 1, arbitrary: fc.constant(255) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(byte, { maxLength: 6 }), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
      async (chunks, stages) => {
        const bytes = chunks.map((chunk) => Uint8Array.from(chunk))
        const apart = stages
          .map((every) => new TransformStream(stage(every)))
          .reduce((stream, each) => stream.pipeThrough(each), source(bytes))
        const together = source(bytes).pipeThrough(new TransformStream(combineStages(stages.map(stage))))
        expect(await bytesOf(together)).toEqual(await bytesOf(apart))
      },
    ),
  )
})
