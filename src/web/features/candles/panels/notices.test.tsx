// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NodeFailure } from '../../../client/node-failure.ts'
import type { CandleSeries } from '../data/candle-series.ts'
import { type SeriesState, nothing } from '../data/candle-series.ts'
import { Notices, type NoticesProps } from './notices.tsx'
import type { Interval } from '../data/interval.ts'

afterEach(cleanup)

const minute: Interval = { name: '1 minute', label: '1m', candleId: 'm', length: 60_000_000_000n }
const hour: Interval = { name: '1 hour', label: '1h', candleId: 'h', length: 3_600_000_000_000n }
const candle = {
  start: '1795219200000000000',
  lastUpdate: '1795219260000000000',
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '1',
  notional: '1',
}
const ready: SeriesState = { ...nothing, phase: 'ready', candles: [candle] }
const subject: NoticesProps['subject'] = {
  marketId: 'a1',
  label: undefined,
  labelling: 'waiting',
  intervals: [minute, hour],
  source: 'listed',
  interval: hour,
  replaced: undefined,
  unlisted: undefined,
  decimals: 2,
  positionDecimals: 3,
  base: undefined,
  quote: undefined,
}

/** Renders the notices; records the requests made by their buttons. */
function show(state: Partial<SeriesState>, more: Partial<NoticesProps> = {}) {
  const series = { loadOlder: vi.fn(), loadNewer: vi.fn(), retry: vi.fn() }
  const { container } = render(
    <Notices
      series={series as unknown as CandleSeries}
      state={{ ...ready, ...state }}
      subject={subject}
      zone="utc"
      compared={[]}
      nameOf={(candleId) => candleId}
      anchored={false}
      ignored={[]}
      dismiss={() => undefined}
      range={{}}
      further={undefined}
      onInterval={() => undefined}
      {...more}
    />,
  )
  return { text: container.textContent ?? '', series }
}

const failure = new NodeFailure({ kind: 'answer', status: 500, message: 'away', url: 'http://node/' })

test('a chart without trouble says nothing', () => {
  expect(show({}).text).toBe('')
})

test('bars that were dropped are not passed off as the end of the data', () => {
  expect(show({ cut: true }).text).toContain('At most 10,000 candles stay loaded; others reload when you go there')
})

test('a candle that the node cannot answer is named, and not passed off as a time without trades', () => {
  const from = String(BigInt(Date.UTC(2026, 10, 16)) * 1_000_000n)
  const to = String(BigInt(from) + (subject.interval?.length ?? 0n))
  const { text } = show({ unreadable: [{ from, to }] })
  expect(text).toContain('The node cannot answer the')
  expect(text).toContain('candle of 16 Nov 2026, 00:00 UTC: a number is too large for it.')
  expect(text).toContain('not a time without trades')
})

test('a substituted interval is named', () => {
  const { text } = show({}, { subject: { ...subject, replaced: minute } })
  expect(text).toContain('Shown as 1 h candles: this range has more than 10,000 1 min candles.')
})

test('a live end that cannot be read is no quiet market: it is said, with the age of the newest candle', () => {
  const { text, series } = show({
    newer: { more: false, loading: false, error: failure },
    confirmedAt: Date.UTC(2026, 10, 20, 12),
  })
  expect(text).toContain('Could not load newer candles')
  expect(text).toContain('Loaded candles are still shown. The newest candle is from 20 Nov 2026, 12:00:00 UTC.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(series.loadNewer).toHaveBeenCalledOnce()
})

test('older bars that failed can be retried, and a range that failed reopens', () => {
  const { series } = show({ older: { more: true, loading: false, error: failure } })
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(series.loadOlder).toHaveBeenCalledOnce()
  cleanup()
  const { text, series: opened } = show({ error: failure })
  expect(text).toContain('The candles before it are still shown.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(opened.retry).toHaveBeenCalledOnce()
})

test('a list that could not be loaded is not passed off as one that the node does not have', () => {
  const failed = show({}, { subject: { ...subject, decimals: undefined, labelling: 'failed', source: 'failed' } }).text
  expect(failed).toContain('Could not load the intervals of this market.')
  expect(failed).toContain(
    'Could not load the decimals of this market, so prices, volume and notional are raw integers.',
  )
  cleanup()
  const absent = show({}, { subject: { ...subject, labelling: 'absent', source: 'absent' } }).text
  expect(absent).toContain('This node did not list the intervals of this market.')
  expect(absent).toContain('The node does not report the decimals of this market.')
})
