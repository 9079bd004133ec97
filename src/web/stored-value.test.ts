// @vitest-environment happy-dom
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { storedValue } from './stored-value.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const counts = () => storedValue('localStorage', 'counts', v.array(v.number()))

test('a value outlives the page that stored it', () => {
  counts().set([1, 2])
  expect(counts().get()).toEqual([1, 2])
  localStorage.clear()
  expect(counts().get()).toBeUndefined()
})

test.each(['not JSON', '{"an":"older form"}', 'null', '["1"]'])(
  'stored text that is not understood is no value: %s',
  (text) => {
    localStorage.setItem('counts', text)
    expect(counts().get()).toBeUndefined()
  },
)

test('where storage is full or forbidden the value lasts as long as the page', () => {
  const value = counts()
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  value.set([3])
  expect(value.get()).toEqual([3])
  setItem.mockRestore()
  value.set([4])
  expect(counts().get()).toEqual([4])
})
