// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { answerEarlyKeys, keepEarlyKeys } from './early-keys.ts'

const press = (key: string, init: KeyboardEventInit = {}, on: EventTarget = document.body) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))

test('a key pressed before anybody listens is answered later, once and in its order', () => {
  keepEarlyKeys()
  const field = document.body.appendChild(document.createElement('input'))
  press('g')
  press('m')
  press('x', {}, field)
  press('c', { ctrlKey: true })
  expect(press('k', { ctrlKey: true })).toBe(false) // the browser would take it for itself
  const answered: string[] = []
  document.addEventListener('keydown', ({ key, ctrlKey }) => answered.push(ctrlKey ? `mod+${key}` : key))
  answerEarlyKeys()
  expect(answered).toEqual(['g', 'm', 'mod+k'])
  answerEarlyKeys()
  press('p')
  expect(answered).toEqual(['g', 'm', 'mod+k', 'p'])
})
