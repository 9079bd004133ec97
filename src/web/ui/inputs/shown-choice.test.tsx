// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPaint } from '../../router/after-paint.ts'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { Toggle } from './toggle.tsx'

const frames: FrameRequestCallback[] = []
const draw = (): Promise<void> =>
  act(async () => {
    for (const frame of frames.splice(0)) frame(performance.now())
    await new Promise((done) => setTimeout(done))
  })

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
})
afterEach(async () => {
  cleanup()
  while (frames.length > 0) await draw()
  vi.unstubAllGlobals()
})

const options = ['hour', 'day'].map((value) => ({ value, label: value }))

/** A page that follows a choice after a paint, or never. */
function Page({ follows }: { follows: boolean }) {
  const [span, setSpan] = useState('hour')
  const choose = (next: string): void => afterPaint(() => follows && setSpan(next))
  return (
    <>
      <Segmented label="Span" value={span} options={options} onChange={choose} />
      <Select label="List" value={span} options={options} onChange={choose} />
      <Toggle on={span === 'day'} onToggle={() => choose(span === 'day' ? 'hour' : 'day')}>
        Daily
      </Toggle>
      <output>{span}</output>
    </>
  )
}

const isPressed = (name: string): boolean =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true'
const list = (): HTMLSelectElement => screen.getByRole('combobox', { name: 'List' })
const page = (): string => screen.getByRole('status').textContent

test('a choice shows at once, before the page has followed, and stays once it has', async () => {
  render(<Page follows />)
  fireEvent.click(screen.getByRole('button', { name: 'day' }))
  expect([isPressed('hour'), isPressed('day'), page()]).toEqual([false, true, 'hour'])
  await draw()
  expect([isPressed('day'), page(), list().value, isPressed('Daily')]).toEqual([true, 'day', 'day', true])
  fireEvent.click(screen.getByRole('button', { name: 'Daily' }))
  expect([isPressed('Daily'), page()]).toEqual([false, 'day'])
  await draw()
  await draw()
  expect([isPressed('Daily'), isPressed('hour'), page()]).toEqual([false, true, 'hour'])
})

test('a list shows what was picked at once', async () => {
  render(<Page follows />)
  fireEvent.change(list(), { target: { value: 'day' } })
  expect([list().value, page()]).toEqual(['day', 'hour'])
  await draw()
  expect([list().value, page()]).toEqual(['day', 'day'])
})

test('a choice that the page did not follow is not shown for longer than two frames', async () => {
  render(<Page follows={false} />)
  fireEvent.click(screen.getByRole('button', { name: 'day' }))
  expect(isPressed('day')).toBe(true)
  await draw()
  await draw()
  expect([isPressed('hour'), isPressed('day'), page()]).toEqual([true, false, 'hour'])
})
