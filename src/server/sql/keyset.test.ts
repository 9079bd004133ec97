import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../../tests/server/support/databases.ts'
import type { WritableDb } from '../database/db.ts'
import { cursorOfEdge, type KeysetList, readPage } from './keyset.ts'
import { planPage } from './page.ts'
import { id, record, text, word } from './record.ts'
import { BadInput } from './statement.ts'

interface Note {
  id: string
  number: string
  body: string
}

const listing: KeysetList = {
  node: record<Note>({ id: id('n.id'), number: word('n.number::text'), body: text('n.body') }),
  from: 'note n',
  cursor: [
    { name: 'number', kind: 'integer', sql: 'n.number' },
    { name: 'vegaTime', kind: 'time', sql: 'n.at' },
    { name: 'id', kind: 'id', sql: 'n.id' },
  ],
  key: [
    { name: 'number', kind: 'integer', sql: 'n.number' },
    { name: 'vegaTime', kind: 'time', sql: `coalesce(n.at, 'infinity')` },
    { name: 'id', kind: 'id', sql: 'n.id' },
  ],
}

interface Page {
  edges: { node: Note; cursor: string }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await db.exec('create table note (id bytea, number bigint, at timestamptz, body text)')
  })
  afterAll(() => db.close())

  const page = async (pagination: Parameters<typeof planPage>[0]): Promise<Page> =>
    JSON.parse(await readPage(db, listing, planPage(pagination))) as Page

  async function walk(size: number, newestFirst: boolean, forward: boolean): Promise<string[]> {
    const seen: string[] = []
    let cursor: string | undefined
    for (;;) {
      const { edges, pageInfo } = await page({
        newestFirst,
        ...(forward ? { first: size } : { last: size }),
        ...(cursor === undefined ? {} : forward ? { after: cursor } : { before: cursor }),
      })
      const numbers = edges.map(({ node }) => `${node.number} ${node.id} ${node.body}`)
      if (forward) seen.push(...numbers)
      else seen.unshift(...numbers)
      expect(forward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage).toBe(cursor !== undefined)
      expect(pageInfo.startCursor).toBe(edges[0]?.cursor ?? '')
      expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor ?? '')
      if (!(forward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return seen
      cursor = forward ? pageInfo.endCursor : pageInfo.startCursor
    }
  }

  test('a walk visits every row once and in order, with any page size, both ways, both orders', async () => {
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('03', '00', 'aabb', 'aabbcc', 'ff'.repeat(32), ''),
        number: fc.integer({ min: 0, max: 4 }),
        at: fc.option(fc.integer({ min: 0, max: 3 })),
        body: fc.constantFrom('plain', 'quote " and \\ and \n', '<&>', ',"cursor":"no"}', '"},{"node":'),
      }),
      { selector: ({ id, number, at }) => JSON.stringify([id, number, at]), maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (given, size, newestFirst) => {
        await db.exec('truncate note')
        for (const { id, number, at, body } of given) {
          const time = at === null ? null : `2024-03-01T00:00:00.00000${at}Z`
          await db.rows('insert into note values ($1::bytea, $2::bigint, $3::timestamptz, $4::text)', [
            `\\x${id}`,
            String(number),
            time,
            body,
          ])
        }
        const named = (id: string): string => (id === '03' ? 'network' : id === '00' ? 'VOTE' : id)
        // A missing time is later than all others; ids compare byte by byte.
        const ascending = [...given].sort(
          (a, b) => a.number - b.number || (a.at ?? 9) - (b.at ?? 9) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
        )
        const expected = (newestFirst ? ascending.reverse() : ascending).map(
          ({ id, number, body }) => `${number} ${named(id)} ${body}`,
        )
        expect(await walk(size, newestFirst, true)).toEqual(expected)
        expect(await walk(size, newestFirst, false)).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  test('the cursor that the database writes is the network’s: padded base64 in one line', async () => {
    await db.exec(
      `truncate note; insert into note values ('\\x${'ab'.repeat(40)}', 7, '2024-03-01 10:00:00.5+00', 'x')`,
    )
    const { edges } = await page({})
    const [edge] = edges
    expect(edge?.cursor).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    expect(Buffer.from(edge?.cursor ?? '', 'base64').toString()).toBe(
      `{"number":7,"vegaTime":"2024-03-01T10:00:00.5Z","id":"${'ab'.repeat(40)}"}`,
    )
    expect(cursorOfEdge(`{"node":{},"cursor":"${edge?.cursor ?? ''}"}`)).toBe(edge?.cursor)
  })

  test('a row that has moved away between two pages takes no other row with it', async () => {
    const at = (second: number): string => `'2024-03-01 10:00:0${second}+00'`
    await db.exec(
      `truncate note; insert into note select '\\xab', n, '2024-03-01 10:00:00+00', 'x' from generate_series(1, 9) n`,
    )
    const { pageInfo } = await page({ first: 3, newestFirst: false })
    await db.exec(`update note set at = ${at(5)}, number = 99 where number = 3`)
    const next = await page({ first: 3, after: pageInfo.endCursor, newestFirst: false })
    expect(next.edges.map(({ node }) => Number(node.number))).toEqual([4, 5, 6])
    expect(next.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
  })

  test('a cursor of another list is refused', async () => {
    const after = Buffer.from('{"number":"x"}').toString('base64')
    await expect(page({ after })).rejects.toBeInstanceOf(BadInput)
  })
})
