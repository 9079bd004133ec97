// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testRouter } from '../../../../../tests/web/render-routes.tsx'
import { observeReading } from '../../../features/spam-statistics/history/samples.ts'
import { spamStatisticsQuery, type SpamReply } from '../../../features/spam-statistics/query.ts'
import { watched } from '../../../features/spam-statistics/watcher/watched.ts'
import { verdict } from '../../../../wire/spam/spam-verdict.ts'
import { useRoom } from './use-room.ts'
import { WatchRoom } from './watch-room.tsx'

const drawnBell = vi.hoisted(() => vi.fn<() => null>(() => null))
vi.mock('../../../features/spam-statistics/alerts/bell.tsx', () => ({ Bell: drawnBell, AlertSettings: drawnBell }))

const start = 1_800_000_000_000
const parties = Array.from({ length: 50 }, (_, at) => at.toString(16).padStart(64, '0'))

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function replyOf(used: string): SpamReply {
  const counter = { countForEpoch: used, maxForEpoch: '20', minTokensRequired: '0' }
  const names = ['applyReferralCode', 'createReferralSet', 'updateReferralSet', 'delegations', 'issueSignatures']
  const none = Object.fromEntries(names.map((name) => [name, null]))
  return { chainId: '', statistics: { ...none, transfers: counter, epochSeq: '7' } } as unknown as SpamReply
}

test('fifty parties read one by one draw the room once a second and each row once, and the first reading at once', async () => {
  const client = new QueryClient()
  const drawn = vi.fn<() => void>()
  const made = new Set<object>()
  function Room() {
    const { rows } = useRoom(parties)
    for (const row of rows) made.add(row)
    const again = rows.filter(({ verdict }) => verdict?.gauges.some(({ used }) => used === '2'))
    return `${rows.length} rows, ${again.length} read again`
  }
  const Counted = () => (
    <Profiler id="room" onRender={drawn}>
      <Room />
    </Profiler>
  )
  const read = (party: string, used: string): void => {
    const reply = replyOf(used)
    observeReading({ party, reply, at: Date.now() })
    client.setQueryData(spamStatisticsQuery(party).queryKey, reply)
  }
  const { element, stop } = testRouter({ pages: { '/': Counted } })
  const { container } = render(<QueryClientProvider client={client}>{element}</QueryClientProvider>)
  await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
  await act(async () => {
    for (const party of parties) read(party, '1')
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(container.textContent).toBe('50 rows, 0 read again')
  await act(async () => void (await vi.advanceTimersByTimeAsync(2000)))
  drawn.mockClear()
  made.clear()
  for (let at = 0; at < 50; at += 1)
    await act(async () => {
      read(parties[at]!, '2')
      await vi.advanceTimersByTimeAsync(200)
    })
  expect(container.textContent).toBe('50 rows, 50 read again')
  expect(drawn.mock.calls.length).toBeLessThanOrEqual(12)
  // Those of before the second reading, and those of it.
  expect(made.size).toBeLessThanOrEqual(100)
  stop()
})

test('a reading does not draw the alert settings, which are in the page though nobody sees them', async () => {
  const client = new QueryClient()
  const { element, stop } = testRouter({ pages: { '/': () => <WatchRoom parties={parties.slice(0, 2)} /> } })
  render(<QueryClientProvider client={client}>{element}</QueryClientProvider>)
  const read = async (used: string): Promise<void> => {
    for (const party of parties.slice(0, 2)) {
      observeReading({ party, reply: replyOf(used), at: Date.now() })
      client.setQueryData(spamStatisticsQuery(party).queryKey, replyOf(used))
    }
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
  }
  for (const used of ['1', '1', '1']) await read(used)
  expect(drawnBell).toHaveBeenCalled()
  drawnBell.mockClear()
  for (const used of ['1', '1', '1']) await read(used)
  expect(drawnBell).not.toHaveBeenCalled()
  stop()
})

test('a room whose rows have come takes the verdicts of the watcher, which judges the same answers', async () => {
  const client = new QueryClient()
  const party = parties[0]!
  const Room = () => useRoom([party]).rows.map(({ verdict }) => verdict?.sentence)
  const { element, stop } = testRouter({ pages: { '/': Room } })
  const { container } = render(<QueryClientProvider client={client}>{element}</QueryClientProvider>)
  const read = async (used: string): Promise<void> => {
    observeReading({ party, reply: replyOf(used), at: Date.now() })
    client.setQueryData(spamStatisticsQuery(party).queryKey, replyOf(used))
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
  }
  await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
  await read('20')
  expect(container.textContent).toMatch(/limit reached/)
  const judged = verdict(replyOf('3').statistics, BigInt(start) * 1_000_000n)
  watched.verdicts.set(new Map([[party, { ...judged, sentence: 'As the watcher says.' }]]))
  await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
  expect(container.textContent).toBe('As the watcher says.')
  watched.verdicts.set(new Map())
  await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
  expect(container.textContent).toMatch(/limit reached/)
  stop()
})
