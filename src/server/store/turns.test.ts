import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const settled = async (): Promise<void> => {
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve()
}

test('nobody overtakes, at most `width` run together and one alone is alone, whatever the order and the aborts', async () => {
  const task = fc.record({ alone: fc.boolean(), abort: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(task, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), async (tasks, width) => {
      const turns = new Turns(width)
      const running = new Set<number>()
      const started: number[] = []
      const finish: (() => void)[] = []
      const controllers = tasks.map(() => new AbortController())
      const runs = tasks.map(({ alone }, index) =>
        turns.run(
          async () => {
            running.add(index)
            started.push(index)
            const aloneNow = [...running].some((other) => tasks[other]?.alone === true)
            expect(running.size).toBeLessThanOrEqual(aloneNow ? 1 : width)
            await new Promise<void>((resolve) => finish.push(resolve))
            running.delete(index)
          },
          { alone, signal: controllers[index]?.signal },
        ),
      )
      const outcomes = Promise.allSettled(runs)
      await settled()
      tasks.forEach(({ abort }, index) => abort && controllers[index]?.abort())
      await settled()
      while (finish.length > 0) {
        finish.shift()?.()
        await settled()
      }
      await outcomes
      expect(started).toEqual([...started].sort((one, other) => one - other))
      expect(tasks.every(({ abort }, index) => abort || started.includes(index))).toBe(true)
      expect(running.size).toBe(0)
    }),
  )
})
