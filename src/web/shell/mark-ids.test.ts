// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { startMarkingIds } from './mark-ids.ts'

const marked = vi.hoisted(() => vi.fn<(id: string | undefined) => void>())
vi.mock('../ui/display/highlight-id.ts', () => ({ markEqualIds: marked }))

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  marked.mockClear()
  document.body.replaceChildren()
})

test('an id lights up from any part of it, by pointer and by focus, and goes out elsewhere', () => {
  document.body.innerHTML = '<p id="plain">no id</p><a href="#" data-id="abc"><b id="inner">abc</b></a>'
  stop = startMarkingIds()
  const over = (id: string, type = 'pointerover') =>
    document.getElementById(id)?.dispatchEvent(new Event(type, { bubbles: true }))
  over('plain')
  expect(marked).not.toHaveBeenCalled()
  over('inner')
  expect(marked).toHaveBeenLastCalledWith('abc')
  over('plain')
  expect(marked).toHaveBeenLastCalledWith(undefined)
  over('inner', 'focusin')
  expect(marked).toHaveBeenLastCalledWith('abc')
})
