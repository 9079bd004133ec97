// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Shortcut, keepEarlyKeys, keyboard, listenToKeys } from './keyboard.ts'
import { printed } from './key-sheet.tsx'

let ran: string[] = []
let stop = (): void => undefined
const shortcut = (keys: string, always = false): Shortcut => ({
  keys,
  label: keys,
  group: 'Anywhere',
  always,
  run: () => void ran.push(keys),
})

beforeEach(() => {
  ran = []
  const listener = keyboard(() => [
    shortcut('mod+k', true),
    shortcut('/'),
    shortcut('m'),
    shortcut('g m'),
    shortcut('?'),
  ])
  document.addEventListener('keydown', listener)
  stop = () => document.removeEventListener('keydown', listener)
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
  vi.useRealTimers()
})

function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}
function add<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  document.body.append(element)
  return element
}

test('a known key runs its command and is consumed; others pass', () => {
  expect(press('/').defaultPrevented).toBe(true)
  expect(press('q').defaultPrevented).toBe(false)
  expect(ran).toEqual(['/'])
})

test('two keys in a row mean the second one of the pair, a letter alone means itself', () => {
  press('g')
  press('m')
  press('m')
  expect(ran).toEqual(['g m', 'm'])
})

test('a key that leads nowhere ends the pair', () => {
  press('g')
  press('q')
  press('m')
  expect(ran).toEqual(['m'])
})

test('nothing is taken from a person who is typing, but the palette still opens', () => {
  for (const field of [add('input'), add('textarea'), add('select')]) {
    press('/', {}, field)
    press('m', {}, field)
    press('k', { ctrlKey: true }, field)
  }
  const check = add('input')
  check.type = 'checkbox'
  press('/', {}, check)
  expect(ran).toEqual(['mod+k', 'mod+k', 'mod+k', '/'])
})

test('a key pressed right after a dialog was closed is not lost to its field', () => {
  const dialog = add('dialog')
  const field = document.createElement('input')
  dialog.append(field)
  field.checkVisibility = () => dialog.open
  press('?', {}, field)
  expect(ran).toEqual(['?'])
})

test('keys with modifiers belong to the browser', () => {
  press('m', { ctrlKey: true })
  press('m', { altKey: true })
  press('/', { metaKey: true })
  expect(ran).toEqual([])
})

test('a page that used the key itself, an open dialog and a key held down are left alone', () => {
  const grid = add('div')
  grid.addEventListener('keydown', (event) => event.preventDefault())
  press('m', {}, grid)
  press('m', { repeat: true })
  add('dialog').setAttribute('open', '')
  press('m')
  expect(ran).toEqual([])
})

test('keys are printed one cap each', () => {
  expect(printed('g m')).toEqual(['g', 'm'])
  expect(printed('mod+k').at(-1)).toBe('K')
  expect(printed('+ -')).toEqual(['+', '-'])
})

test('a key pressed before the first render is handled later, once and in order', () => {
  const send = (key: string, init: KeyboardEventInit = {}) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  stop()
  keepEarlyKeys()
  send('g')
  send('m')
  expect(send('k', { ctrlKey: true })).toBe(false) // the browser would take it for itself
  const answered: string[] = []
  const texts: string[] = []
  const stopListening = listenToKeys(
    ({ key, ctrlKey }) => answered.push(ctrlKey ? `mod+${key}` : key),
    (text) => texts.push(text),
  )
  expect(answered).toEqual(['g', 'm', 'mod+k'])
  send('p')
  stopListening()
  send('z')
  expect(answered).toEqual(['g', 'm', 'mod+k', 'p'])
  expect(texts).toEqual([])
})

test.each([{ key: 'k', ctrlKey: true }, { key: '/' }])(
  'text typed after the palette key, before the first render, is no shortcut: $key',
  ({ key: opening, ctrlKey = false }) => {
    const send = (key: string, init: KeyboardEventInit = {}) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
    stop()
    keepEarlyKeys()
    send('r')
    send(opening, { ctrlKey })
    for (const key of ['g', 'Shift', 'S', ' ', 'Tab']) send(key)
    send('c', { ctrlKey: true })
    const answered: string[] = []
    const texts: string[] = []
    listenToKeys(
      ({ key }) => answered.push(key),
      (text) => texts.push(text),
    )()
    expect(answered).toEqual(['r', opening])
    expect(texts).toEqual(['gS '])
  },
)
