import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRefereeHistory } from '../../wire/referee-history.ts'
import type { WritableDb } from '../database/db.ts'
import { ask, query, errorOf } from '../../../tests/server/support/ask.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { party, team } from '../../../tests/server/support/ids.ts'
import { makeSample } from '../../../tests/server/support/sample.ts'
import { refereeHistory } from './referee-history.ts'

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
  })
  afterAll(() => db.close())
  const list = async (referee: string, given: Parameters<typeof query>[0] = {}) =>
    (await ask(db, listRefereeHistory, refereeHistory, query(given), { referee })).reply.teamRefereeHistory

  test('every stay, latest joining first, in nanoseconds', async () => {
    const { edges } = await list(party.anna)
    expect(edges.map(({ node }) => node)).toEqual([
      { teamId: team.red, joinedAt: '1709424000000000000', joinedAtEpoch: '9' },
      { teamId: team.blue, joinedAt: '1708819201000001000', joinedAtEpoch: '5' },
      { teamId: team.red, joinedAt: '1708387200000000000', joinedAtEpoch: '0' },
    ])
    expect(edges.map(({ cursor }) => Buffer.from(cursor, 'base64').toString())).toEqual([
      '{"JoinedAtEpoch":9}',
      '{"JoinedAtEpoch":5}',
      '{"JoinedAtEpoch":0}',
    ])
  })

  test('who never joined has an empty history', async () => {
    for (const referee of [party.emil, 'network', 'ab']) expect((await list(referee)).edges).toEqual([])
  })

  test('the cursor of epoch 0 is a cursor, so no stay is shown twice', async () => {
    const after = Buffer.from('{"JoinedAtEpoch":0}').toString('base64')
    expect(await list(party.anna, { 'pagination.first': 1, 'pagination.after': after })).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: '', endCursor: '' },
    })
    const ascending = await list(party.anna, {
      'pagination.first': 1,
      'pagination.after': after,
      'pagination.newestFirst': false,
    })
    expect(ascending.edges.map(({ node }) => node.joinedAtEpoch)).toEqual(['5'])
  })

  test('a missing or unreadable referee is the caller’s fault, not the service’s', async () => {
    const message = 'failed to list team referee history'
    expect(await errorOf(list(''))).toEqual([3, 10_000, message, 'referee must be provided'])
    expect(await errorOf(list('xyz'))).toEqual([
      3,
      10_000,
      message,
      "scany: query multiple result rows: decoding 'xyz': not a valid hex id (or well known exception)",
    ])
    const after = Buffer.from('foo').toString('base64')
    expect((await errorOf(list(party.anna, { 'pagination.after': after }))).slice(0, 3)).toEqual([3, 10_000, message])
  })
})
