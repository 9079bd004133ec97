import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../../tests/server/support/databases.ts'
import type { Db, WritableDb } from './db.ts'
import { readWritingRole } from './missing-parts.ts'

describe.each(databases)('on $name', ({ name, open, reader }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  /** Uses the database as the service connects to it. */
  async function connected<T>(work: (session: Db) => Promise<T>): Promise<T> {
    const session = await reader(db)
    try {
      return await work(session)
    } finally {
      if (session !== db) await session.close()
    }
  }

  /** The role that is named when the service's role has these rights. */
  async function named(grants: readonly string[]): Promise<{ role: string; found: string | undefined }> {
    // Roles belong to a whole server, which other tests use too.
    const role = `lyra_test_${randomBytes(6).toString('hex')}`
    const [row] = await db.rows('select current_database()::text, current_user::text, current_schema()::text')
    const [database, owner, schema] = row ?? []
    const owners = `alter role ${owner} in database ${database}`
    await db.exec(`create role ${role}; grant usage on schema ${schema} to ${role}`)
    for (const grant of grants) await db.exec(`grant ${grant} to ${role}`)
    await db.exec(name === 'PGlite' ? `set role ${role}` : `${owners} set role ${role}`)
    try {
      return { role, found: await connected(readWritingRole) }
    } finally {
      await db.exec(name === 'PGlite' ? 'reset role' : `${owners} reset role`)
      await db.exec(`drop owned by ${role}; drop role ${role}`)
    }
  }

  test('a read-only role is not reported', async () => {
    expect((await named(['select on ledger, trades, last_block, parties'])).found).toBeUndefined()
  })

  test.each(['insert on ledger', 'update on parties', 'delete on party_margin_modes', 'truncate on epochs'])(
    'a role that has %s is named, whichever table it is',
    async (grant) => {
      const { role, found } = await named(['select on ledger', grant])
      expect(found).toBe(role)
    },
  )

  test('the owner of the tables is named', async () => {
    const [row] = await db.rows('select current_user::text')
    expect(await connected(readWritingRole)).toBe(row?.[0])
  })

  test.skipIf(name === 'PGlite')('a role that may write cannot do so as Lyra connects', async () => {
    const deleting = connected((session) => session.rows('delete from parties returning id::text'))
    await expect(deleting).rejects.toThrow(/read-only transaction/)
  })
})
