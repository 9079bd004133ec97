import { expect, test } from 'vitest'
import { BlockResponses } from './core-proxy.ts'

test('replies for any number of parties within one block keep a thousand at most, the newest of them', () => {
  const answers = new BlockResponses<{ text: string }>(() => 0)
  for (let n = 0; n < 100_000; n += 1) answers.keep(`party ${n}`, { text: `answer ${n}` }, 5n)
  const kept = Array.from({ length: 100_000 }, (_, n) => answers.find(`party ${n}`)).filter(Boolean)
  expect(kept).toHaveLength(1000)
  expect(kept.at(-1)?.text).toBe('answer 99999')
})
