// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setNickname } from './set-preferences.ts'
import { partyNames, setPublishedNames, usePartyName, usePartyNames } from './party-names.ts'

const id = 'ab'.repeat(32)

afterEach(() => {
  setNickname(id, '')
  setPublishedNames({})
})

test('a nickname takes precedence over the published name; removing it shows that again', () => {
  setPublishedNames({ [id]: 'quote-bot-7' })
  const { result, rerender } = renderHook(() => [usePartyName(id), usePartyNames()[id], partyNames()[id]])
  expect(result.current).toEqual(['quote-bot-7', 'quote-bot-7', 'quote-bot-7'])
  setNickname(id, 'mine')
  rerender()
  expect(result.current).toEqual(['mine', 'mine', 'mine'])
  setNickname(id, '')
  rerender()
  expect(result.current).toEqual(['quote-bot-7', 'quote-bot-7', 'quote-bot-7'])
})

test('names of the node before are gone once another node is read', () => {
  setPublishedNames({ [id]: 'quote-bot-7' })
  setPublishedNames({})
  expect(partyNames()[id]).toBeUndefined()
})

test.each(['constructor', '__proto__', 'toString'])('the id %s has no name', (odd) => {
  const { result } = renderHook(() => [usePartyName(odd), usePartyNames()[odd]])
  expect(result.current).toEqual([undefined, undefined])
})
