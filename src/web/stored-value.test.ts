// @vitest-environment happy-dom
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { storedValue } from './stored-value.ts'

afterEach(() => {
  vi.unstubAllGlobals()
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

/** Storage without room for another text. */
const fill = () => {
  const stored = localStorage
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.getItem(key), setItem })
}

test('where storage is full or forbidden the value lasts as long as the page', () => {
  const value = counts()
  fill()
  value.set([3])
  expect(value.get()).toEqual([3])
  vi.unstubAllGlobals()
  expect(counts().get()).toBeUndefined()
  value.set([4])
  expect(counts().get()).toEqual([4])
})

test('an alert is not raised again and again because storage is full: what could not be stored goes before what is', () => {
  const value = counts()
  value.set([1])
  fill()
  value.set([2])
  expect(value.get()).toEqual([2])
  vi.unstubAllGlobals()
  counts().set([3])
  expect(value.get()).toEqual([3])
})
