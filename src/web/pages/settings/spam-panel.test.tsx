// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../../preferences/preferences.ts'
import { SpamPanel } from './spam-panel.tsx'

const asked = vi.fn<() => Promise<NotificationPermission>>().mockResolvedValue('granted')

beforeEach(() => {
  preferences.reset()
  asked.mockClear()
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: asked })
  render(<SpamPanel />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
function type(label: string, value: string): void {
  fireEvent.change(field(label), { target: { value } })
  fireEvent.blur(field(label))
}
const [watch, near] = ['Watch from (% used)', 'Near from (% used)'] as const

test('thresholds are kept when they follow each other, and explained when they cannot be kept', () => {
  expect([field(watch).value, field(near).value]).toEqual(['60', '80'])
  type(watch, '50')
  expect(preferences.get().spam).toMatchObject({ watchAt: 50, nearAt: 80 })
  type(watch, '90')
  expect(screen.getByText('Watch must be below Near.')).toBeTruthy()
  expect(preferences.get().spam).toMatchObject({ watchAt: 50, nearAt: 80 })
  type(near, '95')
  expect(preferences.get().spam).toMatchObject({ watchAt: 90, nearAt: 95 })
  for (const wrong of ['', '0', '100', '7.5', 'half']) {
    type(near, wrong)
    expect(screen.getByText('Use whole numbers from 1 to 99.')).toBeTruthy()
    expect(preferences.get().spam.nearAt).toBe(95)
  }
  fireEvent.keyDown(field(near), { key: 'Escape' })
  expect(field(near).value).toBe('95')
})

test('notifications and sound are off until chosen per state; permission is requested then', async () => {
  expect(preferences.get().spam).toMatchObject({ notify: [], sound: [] })
  const notify = within(screen.getByRole('group', { name: 'Notify at' }))
  await act(async () => void fireEvent.click(notify.getByRole('button', { name: 'Banned' })))
  expect(asked).toHaveBeenCalledOnce()
  fireEvent.click(notify.getByRole('button', { name: 'Near' }))
  expect(preferences.get().spam).toMatchObject({ notify: ['banned', 'near'], sound: [] })
  const calls = asked.mock.calls.length
  fireEvent.click(notify.getByRole('button', { name: 'Banned' }))
  expect(preferences.get().spam.notify).toEqual(['near'])
  expect(asked).toHaveBeenCalledTimes(calls)
  fireEvent.click(within(screen.getByRole('group', { name: 'Sound for' })).getByRole('button', { name: 'At limit' }))
  expect(preferences.get().spam).toMatchObject({ notify: ['near'], sound: ['limit'] })
})

test('interval and order are kept', () => {
  const choose = (group: string, name: string) =>
    fireEvent.click(within(screen.getByRole('group', { name: group })).getByRole('button', { name }))
  choose('Refresh every', '15 s')
  choose('Order of the limits', 'Fixed order')
  expect(preferences.get().spam).toMatchObject({ poll: 15_000, order: 'fixed' })
  choose('Refresh every', 'Off')
  expect(preferences.get().spam.poll).toBe(0)
})
