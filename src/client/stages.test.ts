import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runStages } from '../../tests/web/ledger.ts'
import { type Stage, toErrorBody } from './stages.ts'

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

test('every byte before a failure passes all stages in order, however it is grouped on the way', () => {
  const byte = fc.oneof({ weight: 20, arbitrary: fc.nat(254) }, { weight: 1, arbitrary: fc.constant(255) })
  fc.assert(
    fc.property(
      fc.array(fc.array(byte, { maxLength: 6 }), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
      (chunks, sizes) => {
        const all = chunks.flat()
        const expected = all.includes(255) ? all.slice(0, all.indexOf(255)) : all
        const bytes = chunks.map((chunk) => Uint8Array.from(chunk))
        const passed: number[] = []
        runStages(sizes.map(grouping), bytes, (chunk) => passed.push(...chunk))
        expect(passed).toEqual(expected)
      },
    ),
  )
})
