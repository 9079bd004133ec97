// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { partyOptions } from './party-options.ts'

const [anna, boris, clara] = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32)) as [string, string, string]
const groups = [
  { title: 'Watched', parties: [{ partyId: anna, name: 'Anna' }] },
  { title: 'Recent', parties: [{ partyId: boris }] },
  { title: 'On this node', parties: [{ partyId: clara, name: 'Clara', role: 'market maker' }] },
]
const known = { parties: [boris, anna], nicknames: { [anna]: 'Anna', [clara]: 'Clara' } }
const keysOf = (text: string) =>
  partyOptions(text, groups, known).map(({ title, options }) => [title, options.map(({ key }) => key)])

test('before anything is typed, watched and recent parties and those of the node are offered, under their headings', () => {
  expect(keysOf('')).toEqual([
    ['Watched', [anna]],
    ['Recent', [boris]],
    ['On this node', [clara]],
  ])
  expect(partyOptions('', groups, known)[2]?.options[0]).toMatchObject({
    label: 'Clara',
    detail: 'c3c3c3\u2026c3c3c3 \u00b7 market maker',
    mark: clara,
  })
})

test('typing narrows all of them by name or id; a whole id needs no choice', () => {
  expect(keysOf('cla')).toEqual([[undefined, [clara]]])
  expect(keysOf('b2b2')).toEqual([[undefined, [boris]]])
  expect(keysOf(anna)).toEqual([])
})

test('of many parties a few are offered', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ partyId: String(at).padStart(64, '0') }))
  expect(partyOptions('', [{ title: 'On this node', parties: many }], known)[0]?.options).toHaveLength(6)
})
