// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

vi.mock('../../router/after-paint.ts', () => ({ afterPaint: (run: () => void) => run() }))

let stop = (): void => undefined
beforeEach(() => {
  Element.prototype.checkVisibility = () => true
  document.body.innerHTML = `<main tabindex="-1"><ul>
    <li><a href="/a">a</a><button>remove a</button></li>
    <li><a href="/b">b</a><button>remove b</button></li></ul>
    <form><input><button>add</button></form></main><div id="toast"><button>undo</button></div>`
  stop = keepFocus()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`no ${name}`)
  vi.spyOn(found, 'matches').mockReturnValue(true)
  return found
}
/** The name of what has the focus once a part of the page with it was taken away. */
async function focusedAfter(name: string, part: string): Promise<string | undefined> {
  const pressed = button(name)
  pressed.focus()
  pressed.closest(part)?.remove()
  await new Promise((resolve) => setTimeout(resolve))
  const { activeElement } = document
  return activeElement?.tagName === 'MAIN' ? 'main' : (activeElement?.textContent ?? undefined)
}

test('a row that is removed by keyboard leaves the focus in its list, not at the top of the page', async () => {
  expect(await focusedAfter('remove b', 'li')).toBe('remove a')
  expect(await focusedAfter('remove a', 'ul')).toBe('add')
  expect(await focusedAfter('undo', '#toast')).toBe('main')
})

test('the control that has the focus already when the first key is pressed is known too', async () => {
  stop()
  const pressed = button('remove b')
  pressed.focus()
  stop = keepFocus()
  pressed.closest('li')?.remove()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement?.textContent).toBe('remove a')
})

test('what another part of the page does not take from the pointer is left alone', async () => {
  const pressed = button('remove b')
  vi.spyOn(pressed, 'matches').mockReturnValue(false)
  pressed.focus()
  pressed.closest('li')?.remove()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})
