// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { startHighlightingIds } from './highlight-ids.ts'

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const rules = (): string =>
  document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join()

test('an id lights up from any part of it, by pointer and by focus, and goes out elsewhere', () => {
  document.body.innerHTML = '<p id="plain">no id</p><a href="#" data-id="abc"><b id="inner">abc</b></a>'
  stop = startHighlightingIds()
  const over = (id: string, type = 'pointerover') =>
    document.getElementById(id)?.dispatchEvent(new Event(type, { bubbles: true }))
  over('plain')
  expect(rules()).toBe('')
  over('inner')
  expect(rules()).toContain('[data-id="abc"]')
  over('plain')
  expect(rules()).toBe('')
  over('inner', 'focusin')
  expect(rules()).toContain('[data-id="abc"]')
})
