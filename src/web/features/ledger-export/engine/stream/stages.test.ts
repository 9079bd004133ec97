import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bytes, combineStages, type Stage, toErrorBody } from './stages.ts'

/** Emits bytes in groups of `size` and the rest at the end; fails at the first 255. */
function grouping(size: number): Stage {
  let held: number[] = []
  let failed = false
  return {
    failure: () => (failed ? toErrorBody('255') : undefined),
    transform(chunk, emit) {
      for (const byte of chunk) {
        failed ||= byte === 255
        if (failed) return
        held.push(byte)
        if (held.length < size) continue
        emit(Uint8Array.from(held))
        held = []
      }
    },
    flush: (emit) => emit(Uint8Array.from(held)),
  }
}

async function through(chunks: readonly Bytes[], stages: readonly Stage[]): Promise<number[]> {
  const source = new ReadableStream<Bytes>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const all: number[] = []
  for await (const chunk of source.pipeThrough(new TransformStream(combineStages(stages)))) all.push(...chunk)
  return all
}

test('every byte before a failure passes all stages in order, however it is grouped on the way', async () => {
  const byte = fc.oneof({ weight: 20, arbitrary: fc.nat(254) }, { weight: 1, arbitrary: fc.constant(255) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(byte, { maxLength: 6 }), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
      async (chunks, sizes) => {
        const all = chunks.flat()
        const expected = all.includes(255) ? all.slice(0, all.indexOf(255)) : all
        const bytes = chunks.map((chunk) => Uint8Array.from(chunk))
        expect(await through(bytes, sizes.map(grouping))).toEqual(expected)
      },
    ),
  )
})

test('a failure ends the stream: the rest of the answer is not read', async () => {
  let read = 0
  const source = new ReadableStream<Bytes>(
    {
      pull(controller) {
        read += 1
        controller.enqueue(Uint8Array.of(read === 3 ? 255 : read))
      },
    },
    { highWaterMark: 0 },
  )
  const all: number[] = []
  for await (const chunk of source.pipeThrough(new TransformStream(combineStages([grouping(1)])))) all.push(...chunk)
  expect(all).toEqual([1, 2])
  expect(read).toBeLessThan(6)
})
