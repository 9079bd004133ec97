import { expect, test } from 'vitest'
import type { Core } from '../core/core.ts'
import { knownParties } from './known-parties.ts'

const list = (core: Partial<Core>) =>
  // The handler reads the core alone.
  knownParties({ core } as Parameters<typeof knownParties>[0], {})

test('without named parties the list is empty and none is marked as invented', async () => {
  expect(await list({})).toEqual({ parties: [], invented: false })
})

test('parties that the core names are listed as they are', async () => {
  const reply = { parties: [{ partyId: 'a1', name: 'quote-bot-7', role: 'bot' }], invented: true }
  expect(await list({ knownParties: () => reply })).toEqual(reply)
})
