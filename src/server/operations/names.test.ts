import { expect, test } from 'vitest'
import { operations } from '../../wire/operations.ts'

const files = import.meta.glob('./*.ts')

test('each question is answered by the file of its name', () => {
  for (const question of Object.keys(operations)) expect(Object.keys(files)).toContain(`./${question}.ts`)
})
