import { expect, test } from 'vitest'
import { operations } from '../../wire/operations.ts'

const files = Object.keys(import.meta.glob(['./*.ts', './*/*.ts']))

test('each question is answered by the file of its name', () => {
  for (const question of Object.keys(operations)) {
    expect([`./${question}.ts`, `./${question}/${question}.ts`].filter((file) => files.includes(file))).toHaveLength(1)
  }
})
