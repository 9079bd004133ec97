import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noCore } from '../../../src/server/core/core.ts'
import { createNodeService } from '../../../src/server/http/node-service.ts'
import type { Db, WritableDb } from '../../../src/server/database/db.ts'
import { databases } from '../support/databases.ts'
import { makeSample } from '../support/sample.ts'
import { sampleLists, withQuery } from '../support/hostile/lists.ts'
import { figure, isLong } from '../support/share.ts'

const Page = v.object({
  edges: v.array(v.object({ cursor: v.string() })),
  pageInfo: v.object({ hasNextPage: v.boolean() }),
})
const Reply = v.record(v.string(), Page)

const Inside = v.record(v.string(), v.union([v.string(), v.number(), v.null()]))

/** A member's value so that values of one member compare as their rows do: a missing time is later than all others. */
function comparable(name: string, value: string | number | null | undefined): string {
  if (/time|start/i.test(name))
    return value === null ? '~' : new Date(value ?? '').toISOString() + fraction(String(value))
  if (typeof value === 'number' || /epoch|ordinality/i.test(name)) return String(value).padStart(20, '0')
  const names: Record<string, string> = { VOTE: '00', network: '03' }
  const text = value ?? ''
  // The party of a liquidity provider is text, not an id.
  return name === 'partyId' ? text : (names[text] ?? text.toLowerCase())
}

/** What is left of a second behind the milliseconds that a Date holds. */
const fraction = (time: string): string => (/\.(\d+)/.exec(time)?.[1] ?? '').padEnd(9, '0').slice(3, 6)

/** The place of a cursor in the order of its list; undefined when it cannot be read as one. */
function placeOf(cursor: string, order: readonly string[]): string[] | undefined {
  const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString())
  const inside = new Map(
    Object.entries(
      v.parse(
        v.pipe(
          v.looseObject({}),
          v.transform((all) => all),
        ),
        parsed,
      ),
    ).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const values = order.map((name) => v.parse(Inside, { value: inside.get(name.toLowerCase()) })['value'])
  return values.map((value, at) => comparable(order[at] ?? '', value))
}

const compare = (one: readonly string[], other: readonly string[]): number => {
  for (const [at, text] of one.entries()) {
    const against = other[at] ?? ''
    if (text !== against) return text < against ? -1 : 1
  }
  return 0
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** The bytes with each of their bits turned. */
function* turned(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length * 8; at += 1) {
    const copy = Uint8Array.from(bytes)
    copy[at >> 3] = (copy[at >> 3] ?? 0) ^ (1 << (at & 7))
    yield copy
  }
}

/** A cursor with each bit of what it says turned, and of its text too where `text` is set. */
function* mutations(cursor: string, text: boolean): Generator<string> {
  if (text) for (const letters of turned(Buffer.from(cursor))) yield Buffer.from(letters).toString('latin1')
  for (const inside of turned(Buffer.from(cursor, 'base64'))) yield base64(inside)
}

describe.each(databases)('cursors of which a bit is turned, on $name', ({ name, open, reader }) => {
  let writer: WritableDb
  let db: Db
  let app: ReturnType<typeof createNodeService>
  let [asked, refused] = [0, 0]
  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    writer = await open()
    await makeSample(writer)
    db = await reader(writer)
    app = createNodeService({ db, core: noCore(db) })
  })
  afterAll(async () => {
    if (db !== writer) await db.close()
    await writer.close()
    figure(`cursors with a bit turned: ${asked}, of which refused: ${refused}, the others got a right page`)
  })

  async function pageOf(target: string): Promise<{ status: number; cursors: string[]; hasNextPage: boolean }> {
    const response = await app.request(target)
    const body: unknown = await response.json()
    if (!response.ok) return { status: response.status, cursors: [], hasNextPage: false }
    const [page] = Object.values(v.parse(Reply, body))
    const cursors = page?.edges.map(({ cursor }) => cursor) ?? []
    return { status: response.status, cursors, hasNextPage: page?.pageInfo.hasNextPage ?? false }
  }

  test.each(Object.entries(sampleLists))('%s: a refusal or the right page, never another one', async (_, list) => {
    const ascending = withQuery(list.target, 'pagination.newestFirst=false')
    const { cursors: all } = await pageOf(ascending)
    expect(all.length).toBeGreaterThanOrEqual(3)
    const rows = all.map((cursor) => ({ cursor, place: placeOf(cursor, list.order) ?? [] }))
    expect(rows.map(({ place }) => place)).toEqual(rows.map(({ place }) => place).toSorted(compare))
    const begun = isLong ? all : all.slice(1, 2)
    // What is no base64 does not reach the database, so once for both is enough.
    const text = isLong || name === 'PGlite'
    for (const cursor of begun.flatMap((cursor) => [...mutations(cursor, text)])) {
      asked += 1
      const query = `pagination.first=2&pagination.after=${encodeURIComponent(cursor)}`
      const { status, cursors, hasNextPage } = await pageOf(withQuery(ascending, query))
      const inside = Buffer.from(cursor, 'base64').toString()
      if (status !== 200) expect({ cursor, inside, status }).toEqual({ cursor, inside, status: 400 })
      if (status === 400) {
        refused += 1
        continue
      }
      const place = placeOf(cursor, list.order) ?? []
      const behind = rows.filter((row) => compare(row.place, place) > 0).map((row) => row.cursor)
      const right = { inside, cursors: behind.slice(0, 2), hasNextPage: behind.length > 2 }
      expect({ inside, cursors, hasNextPage }).toEqual(right)
    }
  })
})
