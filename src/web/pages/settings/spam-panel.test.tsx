// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../../preferences/preferences.ts'
import { AlertSettings } from '../../features/spam-statistics/index.ts'
import { SpamPanel } from './spam-panel.tsx'

/** A browser keeps what it was answered. */
const asked = vi.fn(async () => {
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: asked })
  return 'granted'
})

beforeEach(() => {
  preferences.reset()
  asked.mockClear()
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: asked })
  render(
    <>
      <SpamPanel />
      <AlertSettings />
    </>,
  )
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

test('no alert is raised until one is chosen; permission is requested then, and sound is one switch', async () => {
  expect(preferences.get().spam).toMatchObject({ notify: [], sound: false })
  expect(screen.getByText(/No party is watched yet.*Notifications are not allowed yet/)).toBeTruthy()
  const states = within(screen.getByRole('group', { name: 'Tell me when a watched party is' }))
  await act(async () => void fireEvent.click(states.getByRole('switch', { name: 'banned' })))
  expect(asked).toHaveBeenCalledOnce()
  expect(screen.getByText(/Notifications are allowed in this browser/)).toBeTruthy()
  fireEvent.click(states.getByRole('switch', { name: 'running out of proof of work' }))
  expect(preferences.get().spam).toMatchObject({ notify: ['banned', 'work'], sound: false })
  fireEvent.click(states.getByRole('switch', { name: 'banned' }))
  expect(preferences.get().spam.notify).toEqual(['work'])
  expect(asked).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('switch', { name: 'Sound' }))
  expect(preferences.get().spam.sound).toBe(true)
})

test('a snooze says until when, and ends by hand', () => {
  const snooze = within(screen.getByRole('group', { name: 'Snooze' }))
  fireEvent.click(snooze.getByRole('button', { name: '2 h' }))
  expect(screen.getByText(/^Snoozed until \d\d:\d\d UTC$/)).toBeTruthy()
  expect(preferences.get().spam.snoozedUntil).toBeGreaterThan(Date.now() + 7_000_000)
  fireEvent.click(snooze.getByRole('button', { name: 'Off' }))
  expect(preferences.get().spam.snoozedUntil).toBe(0)
})

test('a browser that refuses notifications says so in words, when a test is sent too', async () => {
  cleanup()
  vi.stubGlobal('Notification', undefined)
  render(<AlertSettings />)
  expect(screen.getByText(/shows notifications only on https pages/)).toBeTruthy()
  cleanup()
  class Refusing {
    static readonly permission = 'granted'
    constructor() {
      throw new TypeError('Illegal constructor')
    }
  }
  vi.stubGlobal('Notification', Refusing)
  render(<AlertSettings />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send a test' })))
  expect(screen.getByText(/shows no notifications of an open page/)).toBeTruthy()
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
