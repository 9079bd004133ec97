// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetView, remember, renameView, saveView, setNickname, setSpam, setWatched } from './set-preferences.ts'
import { leftOut, preferences } from './preferences.ts'
import { defaultThresholds } from '../../wire/spam/spam-gauges.ts'

const key = 'lyra.preferences'

beforeEach(() => {
  localStorage.clear()
  preferences.reset()
})

test('a change is stored and reported, and the same value is returned until the next', () => {
  const told = vi.fn()
  const end = preferences.subscribe(told)
  preferences.set({ theme: 'light' })
  expect(told).toHaveBeenCalledTimes(1)
  expect(preferences.get()).toBe(preferences.get())
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ theme: 'light', zone: 'utc' })
  end()
  preferences.set({ theme: 'dark' })
  expect(told).toHaveBeenCalledTimes(1)
})

test('what a change leaves alone stays the same object, in other tabs too: lists are not drawn again for a star', () => {
  const party = 'ab'.repeat(32)
  setNickname(party, 'Ada')
  const { nicknames, columns } = preferences.get()
  setWatched(party, true)
  expect(preferences.get().watched).toEqual([party])
  localStorage.setItem(key, JSON.stringify({ ...preferences.get(), theme: 'light' }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
  expect(preferences.get().theme).toBe('light')
  expect(preferences.get().nicknames).toBe(nicknames)
  expect(preferences.get().columns).toBe(columns)
  setNickname(party, 'Bea')
  expect(preferences.get().nicknames).toEqual({ [party]: 'Bea' })
})

test('another tab is followed', () => {
  localStorage.setItem(key, JSON.stringify({ zone: 'Europe/London' }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
  expect(preferences.get().zone).toBe('Europe/London')
})

test('one bad member does not lose the others', () => {
  localStorage.setItem(key, JSON.stringify({ theme: 'pink', zone: 'Mars', watched: ['a'], nicknames: 7 }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
  expect(preferences.get()).toMatchObject({ theme: 'system', zone: 'utc', watched: ['a'], nicknames: {} })
})

test('text that is not JSON reads as a first visit', () => {
  localStorage.setItem(key, '{')
  window.dispatchEvent(new StorageEvent('storage', { key }))
  expect(preferences.get().theme).toBe('system')
})

/** Names that every object has of itself: libraries like to drop them as dangerous. */
const ownNames = fc.constantFrom('__proto__', 'prototype', 'constructor', 'toString')

describe('export and import', () => {
  test('restore everything for any names', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof({ weight: 5, arbitrary: fc.string() }, { weight: 1, arbitrary: ownNames }), fc.string()),
        fc.uniqueArray(fc.string()),
        (nicknames, watched) => {
          preferences.set({ nicknames: { ...nicknames }, watched, decimals: { m: -2 } })
          const [before, file] = [preferences.get(), preferences.export()]
          preferences.reset()
          preferences.import(file)
          expect(preferences.get()).toEqual(before)
        },
      ),
    )
  })

  test.each(['', '{', '[]', '{"theme":"light"}', 'null'])('refuses %s with a sentence and changes nothing', (text) => {
    preferences.set({ watched: ['kept'] })
    expect(() => preferences.import(text)).toThrow('nothing was changed')
    expect(preferences.get().watched).toEqual(['kept'])
  })
})

test('limits are to watch and near where alerts of the service say so, until the reader moves that', () => {
  preferences.reset()
  expect(preferences.get().spam).toMatchObject(defaultThresholds)
})

test('names, watching and recent items', () => {
  setNickname('a', '  alpha ')
  setNickname('b', 'beta')
  setNickname('b', ' ')
  expect(preferences.get().nicknames).toEqual({ a: 'alpha' })
  setWatched('a', true)
  setWatched('a', true)
  setWatched('b', true)
  setWatched('a', false)
  expect(preferences.get().watched).toEqual(['b'])
  for (let n = 0; n < 12; n += 1) remember({ kind: 'market', id: `p${n}` })
  remember({ kind: 'market', id: 'p5' })
  remember({ kind: 'party', id: 'half an id' })
  expect(preferences.get().recent.map(({ id }) => id)).toEqual(['p5', 'p11', 'p10', 'p9', 'p8', 'p7', 'p6', 'p4'])
})

test('how limits are watched falls back member by member, and survives what an older version kept', () => {
  localStorage.setItem(key, JSON.stringify({ theme: 'light' }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
  expect(preferences.get().spam).toEqual({
    poll: 5_000,
    order: 'risk',
    watchAt: 60,
    nearAt: 80,
    notify: [],
    sound: false,
    snoozedUntil: 0,
  })
  localStorage.setItem(key, JSON.stringify({ spam: { poll: 7, watchAt: 50, nearAt: 900, notify: ['limit', 'party'] } }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
  expect(preferences.get().spam).toMatchObject({ poll: 5_000, watchAt: 50, nearAt: 80, notify: ['limit'] })
  setSpam({ sound: true })
  expect(preferences.get().spam).toMatchObject({ watchAt: 50, sound: true })
  // Chosen in an earlier version.
  localStorage.setItem(key, JSON.stringify({ spam: { notify: ['watch', 'free'], sound: ['banned'] } }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
  expect(preferences.get().spam).toMatchObject({ notify: ['near', 'banned'], sound: true })
})

test('an item seen again within a minute is not written again, later its time is', () => {
  remember({ kind: 'market', id: 'a' }, 1_000)
  const before = preferences.get()
  remember({ kind: 'market', id: 'a' }, 30_000)
  expect(preferences.get()).toBe(before)
  remember({ kind: 'market', id: 'a' }, 90_000)
  expect(preferences.get().recent).toEqual([{ kind: 'market', id: 'a', at: 90_000 }])
})

describe('saved views', () => {
  test('newest first, one for each address, named, renamed and forgotten', () => {
    saveView({ name: ' mine ', href: '/margin-modes?partyId=a' })
    saveView({ name: 'limits', href: '/spam/a' })
    saveView({ name: 'again', href: '/margin-modes?partyId=a' })
    expect(preferences.get().views).toEqual([
      { name: 'again', href: '/margin-modes?partyId=a' },
      { name: 'limits', href: '/spam/a' },
    ])
    renameView('/spam/a', 'watch these ')
    forgetView('/margin-modes?partyId=a')
    expect(preferences.get().views).toEqual([{ name: 'watch these', href: '/spam/a' }])
  })

  test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', ''])(
    'an imported view cannot lead to %s',
    (href) => {
      preferences.import(JSON.stringify({ lyra: 'preferences', theme: 'light', views: [{ name: 'x', href }] }))
      expect(preferences.get()).toMatchObject({ theme: 'light', views: [] })
    },
  )
})

test('an imported nickname cannot reverse the sentence around it', () => {
  preferences.import(JSON.stringify({ lyra: 'preferences', nicknames: { ab: 'mine\u202e' } }))
  expect(preferences.get().nicknames).toEqual({ ab: 'mine\\u202E' })
})

describe('one party, one entry', () => {
  const id = 'ab'.repeat(32)
  const capitals = id.toUpperCase()
  const market = 'c1'.repeat(32)

  test('a party imported in capitals is not watched twice, once with limits and once with a false all-clear', () => {
    preferences.import(
      JSON.stringify({
        lyra: 'preferences',
        watched: [capitals, 'network', id, `0x${id}`],
        nicknames: { [capitals]: 'old name', [id]: 'mm-bot-3', [market.toUpperCase()]: 'Bitcoin' },
        recent: [
          { kind: 'party', id: capitals, at: 9 },
          { kind: 'candle', id: `trades_candle_1_hour_${market.toUpperCase()}`, at: 8 },
          { kind: 'party', id, at: 7 },
        ],
        decimals: { [market.toUpperCase()]: 5 },
        views: [
          { name: 'limits', href: `/spam?party=${capitals}&party=network` },
          { name: 'older', href: `/spam?party=${id}&party=network` },
        ],
      }),
    )
    expect(preferences.get()).toMatchObject({
      watched: [id, 'network'],
      nicknames: { [id]: 'mm-bot-3', [market]: 'Bitcoin' },
      recent: [
        { kind: 'party', id, at: 9 },
        { kind: 'candle', id: `trades_candle_1_hour_${market}`, at: 8 },
      ],
      decimals: { [market]: 5 },
      views: [{ name: 'limits', href: `/spam?party=${id}&party=network` }],
    })
    expect(preferences.get().nicknames[capitals]).toBeUndefined()
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ watched: [id, 'network'] })
  })

  test('what an older version kept in capitals is folded when it is read', () => {
    localStorage.setItem(key, JSON.stringify({ watched: [capitals, id], nicknames: { [capitals]: 'mm-bot-3' } }))
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(preferences.get()).toMatchObject({ watched: [id], nicknames: { [id]: 'mm-bot-3' } })
  })

  test('naming, watching and remembering know a party by any spelling', () => {
    setWatched(` ${capitals} `, true)
    setWatched(id, true)
    setNickname(capitals, 'first')
    setNickname(`0x${id}`, 'second')
    remember({ kind: 'party', id: capitals }, 1_000)
    remember({ kind: 'party', id }, 90_000)
    expect(preferences.get()).toMatchObject({
      watched: [id],
      nicknames: { [id]: 'second' },
      recent: [{ kind: 'party', id, at: 90_000 }],
    })
    setWatched(capitals, false)
    expect(preferences.get().watched).toEqual([])
  })
})

describe('what another version stored, or a file holds, passes the checks of what is typed', () => {
  const stored = (value: unknown): void => {
    localStorage.setItem(key, JSON.stringify(value))
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  const read: [string, (value: object) => void][] = [
    ['stored', stored],
    ['imported', (value) => preferences.import(JSON.stringify({ lyra: 'preferences', ...value }))],
  ]

  test.each(read)('a %s node without a scheme is the node that it is when typed, not this origin', (_, take) => {
    take({ node: 'node.example/api/v2', nodes: ['other.example', 'https://a.example/', 'https://a.example'] })
    expect(preferences.get()).toMatchObject({
      node: 'https://node.example',
      nodes: ['https://other.example', 'https://a.example'],
    })
    expect(leftOut.get()).toEqual([])
  })

  test.each(read)('one bad %s item is lost alone, and that is reported', (_, take) => {
    const party = 'ab'.repeat(32)
    take({
      node: 'ftp://node.example',
      nodes: ['https://a.example', 'https://user:secret@b.example', 7, 'http://'],
      decimals: { a: 5_000_000, b: 6, c: 1.5, d: -79, e: -78, f: null },
      positionDecimals: { a: 'six', b: -2 },
      nicknames: { [party]: 'Ada', b: 7 },
      watched: [party, null],
      recent: [
        { kind: 'party', id: party },
        { kind: 'spaceship', id: party },
        { kind: 'market', id: 'm', at: 1e300 },
      ],
      views: [{ name: 'mine', href: '/ledger' }, { name: 'theirs', href: 'https://evil.example' }, { name: 'none' }],
      columns: { ledger: { hidden: [], order: [], sizes: { a: 100, b: -5, c: 1e9 }, pinned: [] }, spam: 'wide' },
      explorer: 'javascript:alert({id})',
      spam: { watchAt: 90, nearAt: 80, snoozedUntil: 1e300, notify: ['limit', 'party'] },
      theme: 'pink',
    })
    expect(preferences.get()).toMatchObject({
      node: '',
      nodes: ['https://a.example'],
      decimals: { b: 6, e: -78 },
      positionDecimals: { b: -2 },
      nicknames: { [party]: 'Ada' },
      watched: [party],
      recent: [{ kind: 'party', id: party }],
      views: [{ name: 'mine', href: '/ledger' }],
      columns: { ledger: { hidden: [], order: [], sizes: { a: 100 }, pinned: [] } },
      explorer: '',
      spam: { watchAt: 60, nearAt: 80, snoozedUntil: 0, notify: ['limit'] },
      theme: 'system',
    })
    expect(preferences.get().decimals).toEqual({ b: 6, e: -78 })
    expect(leftOut.get()).toEqual([
      'node',
      '3 of nodes',
      'theme',
      '1 of nicknames',
      '1 of watched',
      '2 of recent',
      '4 of decimals',
      '1 of positionDecimals',
      '3 of columns',
      '3 of spam',
      'explorer',
      '2 of views',
    ])
  })

  test('an absent member is not reported, and a later good file removes the notice', () => {
    stored({ theme: 'pink' })
    expect(leftOut.get()).toEqual(['theme'])
    preferences.import('{"lyra":"preferences","theme":"light"}')
    expect(leftOut.get()).toEqual([])
  })

  test('a store that cannot be read is reported', () => {
    localStorage.setItem(key, '{')
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(leftOut.get()).toEqual(['all of it'])
  })
})

test('what counts in this tab alone is not stored, and the reader ends it by choosing a node', () => {
  preferences.set({ node: 'https://node.example', live: true })
  preferences.hold({ node: 'archive:small-1', live: false })
  expect(preferences.get()).toMatchObject({ node: 'archive:small-1', live: false })
  preferences.set({ theme: 'dark' })
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ node: 'https://node.example', live: true })
  expect(preferences.export()).not.toContain('archive:')
  expect(preferences.get().node).toBe('archive:small-1')
  preferences.set({ node: 'https://other.example' })
  expect(preferences.get()).toMatchObject({ node: 'https://other.example', live: true })
})
