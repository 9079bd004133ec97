import { expect, test } from 'vitest'
import type { Core } from '../core/core.ts'
import { knownParties } from './known-parties.ts'

const list = (core: Partial<Core>, names?: [id: string, name: string][]) =>
  // The handler reads these alone.
  knownParties({ core, spamWatch: names && { names: new Map(names) } } as Parameters<typeof knownParties>[0], {})

test('without named parties the list is empty and none is marked as invented', async () => {
  expect(await list({})).toEqual({ parties: [], invented: false })
})

test('parties that the core names are listed as they are', async () => {
  const reply = { parties: [{ partyId: 'a1', name: 'quote-bot-7', role: 'bot' }], invented: true }
  expect(await list({ knownParties: () => reply })).toEqual(reply)
})

test('watched parties go by the names of their operator, before those of the demo', async () => {
  expect(await list({}, [['b2', 'desk']])).toEqual({ parties: [{ partyId: 'b2', name: 'desk' }], invented: false })
  const parties = [
    { partyId: 'a1', name: 'quote-bot-7', role: 'bot' },
    { partyId: 'c3', name: 'other', role: 'idle' },
  ]
  const names: [string, string][] = [
    ['b2', 'desk'],
    ['c3', 'ours'],
  ]
  expect(await list({ knownParties: () => ({ parties, invented: true }) }, names)).toEqual({
    parties: [{ partyId: 'b2', name: 'desk' }, { partyId: 'c3', name: 'ours', role: 'idle' }, parties[0]],
    invented: true,
  })
})
