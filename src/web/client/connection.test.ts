import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { preferences } from '../preferences/preferences.ts'
import { rateLimiterOf } from './node-rate-limiter.ts'
import { type Connection, type ConnectionFacts, connectionOf } from './connection.ts'
import { recordResponse, recordNoResponse, nodeState } from './node-status.ts'

const now = 1_800_000_000_000
const fine: ConnectionFacts = { now, pausedUntil: 0, bannedUntil: 0, since: now, lastResponseAt: now, live: true }

describe('the connection, from what is known', () => {
  test.each<[what: string, facts: Partial<ConnectionFacts>, Connection]>([
    ['the node has answered', {}, 'live'],
    ['a ban, whatever else is true', { bannedUntil: now + 1, trouble: 'timeout', live: false }, 'banned'],
    ['a ban and a pause', { bannedUntil: now + 1, pausedUntil: now + 2 }, 'banned'],
    ['a pause that the node wants', { pausedUntil: now + 1, live: false }, 'limited'],
    ['a pause that the reader wants', { live: false }, 'paused'],
    ['a request that found nobody', { trouble: 'unreachable' }, 'no-answer'],
    ['a request that was not answered in time', { trouble: 'timeout' }, 'no-answer'],
    ['a dead node while the reader has paused', { trouble: 'timeout', live: false }, 'no-answer'],
    ['a device without a network', { trouble: 'offline' }, 'offline'],
    ['a gateway just after the node', { trouble: 'gateway', lastResponseAt: now - 5000, troubledAt: now }, 'live'],
    [
      'a gateway in place of the node',
      { trouble: 'gateway', lastResponseAt: now - 11_000, troubledAt: now },
      'no-answer',
    ],
    ['an old block', { blockAge: 60_001 }, 'stale'],
    ['an old answer', { lastResponseAt: now - 90_001 }, 'stale'],
    ['a ban that has ended, not answered since', { bannedUntil: now, lastResponseAt: now - 1 }, 'connecting'],
    ['a ban that has ended, answered since', { bannedUntil: now - 1 }, 'live'],
  ])('%s', (_, facts, connection) => {
    expect(connectionOf({ ...fine, ...facts })).toBe(connection)
  })

  test('before the first answer nothing is live', () => {
    const { lastResponseAt: _, ...unanswered } = fine
    expect(connectionOf(unanswered)).toBe('connecting')
  })
})

describe('a node that is down, does not respond or has banned us is never shown as live', () => {
  let round = 0
  beforeEach(() => {
    vi.useFakeTimers({ now })
    preferences.reset()
    preferences.set({ node: `https://connection${++round}.example` })
  })
  afterEach(() => void vi.useRealTimers())

  test('from the first request on, through silence and a ban', async () => {
    const { base } = nodeState.get()
    expect(nodeState.get().phase).toBe('connecting')
    recordResponse(base, new Headers(), now, now)
    expect(nodeState.get().phase).toBe('live')
    recordNoResponse(base, 'timeout', now + 1)
    expect(nodeState.get().phase).toBe('no-answer')
    recordResponse(base, new Headers(), now + 2, now + 2)
    rateLimiterOf(base).banned(new Headers({ 'Ratelimit-Retry-After': '600' }))
    expect(nodeState.get()).toMatchObject({ phase: 'banned', until: now + 600_000 })
    const stop = nodeState.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(601_000)
    expect(nodeState.get().phase).toBe('connecting')
    recordResponse(base, new Headers(), Date.now(), Date.now())
    expect(nodeState.get().phase).toBe('live')
    stop()
  })

  test('the pause of the reader is seen at once', () => {
    const { base } = nodeState.get()
    recordResponse(base, new Headers(), now, now)
    preferences.set({ live: false })
    expect(nodeState.get().phase).toBe('paused')
    preferences.set({ live: true })
    expect(nodeState.get().phase).toBe('live')
  })
})
