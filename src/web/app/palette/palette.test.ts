// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { pageActions } from './palette.tsx'

test('exports of the page are in the palette, those that cannot be made now are not', () => {
  document.body.innerHTML = `<main>
    <button aria-haspopup="menu" aria-controls="columns">Columns</button>
    <div id="columns"><button role="menuitem"><span>Reset</span></button></div>
    <button aria-haspopup="menu" aria-controls="export"> Export </button>
    <div id="export">
      <button role="menuitem"><span>CSV</span><small>7 rows</small></button>
      <button role="menuitem" aria-disabled="true"><span>JSON Lines</span></button>
      <button role="menuitem"><span>Copy as curl</span></button>
    </div></main>`
  const clicked = vi.fn<() => void>()
  document.querySelector('#export [role=menuitem]')?.addEventListener('click', clicked)
  const actions = pageActions()
  expect(actions.map(({ label }) => label)).toEqual(['Export CSV', 'Copy as curl'])
  actions[0]?.run?.()
  expect(clicked).toHaveBeenCalledOnce()
})
