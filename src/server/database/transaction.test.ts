import { expect, test } from 'vitest'
import { type Connection, runTransaction } from './db.ts'

test('a rollback that fails as well does not hide why there was something to roll back', async () => {
  const statements: string[] = []
  const connection: Connection = {
    rows: () => Promise.reject(new Error('No space left on device')),
    exec(sql) {
      statements.push(sql)
      return sql === 'rollback' ? Promise.reject(new Error('cannot drop active portal')) : Promise.resolve()
    },
    copyOut: () => Promise.reject(new Error('unused')),
    load: () => Promise.reject(new Error('unused')),
  }
  await expect(runTransaction(connection, (db) => db.rows('select 1'))).rejects.toThrow('No space left on device')
  expect(statements).toEqual(['begin', 'rollback'])
})
