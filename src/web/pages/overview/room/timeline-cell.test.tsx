// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Band } from '../../../features/spam-statistics/index.ts'
import { axisFrom, type Mark } from './axis.ts'
import { momentWords, TimelineCell } from './timeline-cell.tsx'

const start = 1_800_000_000_000
const minute = 60_000
const ns = (minutes: number): bigint => BigInt(start + minutes * minute) * 1_000_000n
const axis = axisFrom(ns(30), { seq: '7', start: ns(0), end: ns(60) })
const band = (from: number, to: number, state: Band['state'], used = '14'): Band => ({
  from: start + from * minute,
  to: start + to * minute,
  state,
  name: 'transfers',
  used,
  most: '20',
})
const bands = [band(0, 10, 'ok'), band(10, 20, 'banned'), band(24, 30, 'watch')]

beforeEach(() => void vi.useFakeTimers({ now: start + 30 * minute }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const show = (mark: Mark | undefined, moment?: number) =>
  render(<TimelineCell bands={bands} mark={mark} axis={axis} isRising={mark === undefined} moment={moment} />)
const widths = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>('i[data-state]')].map(({ dataset, style }) => [
    dataset['state'],
    style.left,
    style.width,
  ])

test('what happened is drawn to scale, and a time without readings is hatched, not called OK', () => {
  const { container } = show(undefined)
  expect(widths(container)).toEqual([
    ['ok', '0.00%', '16.66%'],
    ['banned', '16.66%', '16.67%'],
    ['watch', '40.00%', '10.00%'],
  ])
  const [gap] = container.querySelectorAll<HTMLElement>('i:not([data-state])')
  expect([gap?.style.left, gap?.style.width]).toEqual(['33.33%', '6.67%'])
  expect(screen.getByText(/banned 10 min/)).toBeTruthy()
  expect(screen.getByText('not rising')).toBeTruthy()
})

test('a ban, a full counter and a forecast are described in words', () => {
  show({ kind: 'ban', until: ns(38), share: 0.63, beyond: false, full: false })
  expect(screen.getByText('00:08:00')).toBeTruthy()
  cleanup()
  show({ kind: 'full', names: ['votes'] })
  expect(screen.getByText(/free at the reset/).textContent).toBe('Votes: free at the reset')
  cleanup()
  show({ kind: 'forecast', name: 'pow', at: ns(32), inMs: 2 * minute, share: 0.53 })
  expect(screen.getByText('work lasts about 2 min')).toBeTruthy()
})

test('the moment under the crosshair has its reading, or none', () => {
  expect(momentWords(bands, start + 25 * minute)).toBe('Watch: transfers 14 of 20')
  expect(momentWords(bands, start + 22 * minute)).toBe('no reading')
  show(undefined, start + 5 * minute)
  expect(screen.getByText('OK')).toBeTruthy()
})

test('over 24 hours a ban of an earlier epoch is drawn to scale, and its moment has a reading', () => {
  const day = axisFrom(ns(30), { seq: '7', start: ns(0), end: ns(60) }, '24h')
  const earlier = [band(-600, -570, 'banned', '20'), band(0, 30, 'ok', '0')]
  const { container } = render(
    <TimelineCell bands={earlier} mark={undefined} axis={day} isRising moment={start - 580 * minute} />,
  )
  expect(widths(container)[0]).toEqual(['banned', '37.50%', '1.38%'])
  expect(screen.getByText('Banned: transfers 20 of 20')).toBeTruthy()
})
