// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verdict } from '../../../../wire/spam/spam-verdict.ts'
import { toRfc3339 } from '../../../../wire/rfc3339.ts'
import type * as Axis from './axis.ts'
import { HeatWall } from './heat-wall.tsx'
import type { RoomRow } from './use-room.ts'

const drawnRow = vi.hoisted(() => vi.fn<(props: { children: ReactNode }) => ReactNode>(({ children }) => children))
/** Stands in each row. */
vi.mock('../../../ui/inputs/star-mark.tsx', () => ({ MarkedName: drawnRow, StarMark: () => null }))

const forecast = vi.hoisted(() => vi.fn<(...args: unknown[]) => void>())
vi.mock('./axis.ts', async (original) => {
  const axis = await original<typeof Axis>()
  const soonestLimit: typeof axis.soonestLimit = (...args) => (forecast(...args), axis.soonestLimit(...args))
  return { ...axis, soonestLimit }
})

const start = 1_800_000_000_000
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function rowOf(partyId: string, used: string, bannedUntil?: bigint): RoomRow {
  const counter = { countForEpoch: used, maxForEpoch: '20', minTokensRequired: '0' }
  const transfers = { ...counter, ...(bannedUntil !== undefined && { bannedUntil: toRfc3339(bannedUntil) }) }
  const none = Object.fromEntries(
    ['applyReferralCode', 'createReferralSet', 'updateReferralSet', 'delegations', 'issueSignatures'].map((name) => [
      name,
      null,
    ]),
  )
  const statistics = { ...none, transfers, epochSeq: '7' } as unknown as Parameters<typeof verdict>[0]
  return {
    partyId,
    role: 'on this node',
    watched: false,
    verdict: verdict(statistics, ns(start)),
    history: {},
    pow: undefined,
    epoch: '7',
    failure: undefined,
    dataUpdatedAt: start,
  }
}

/** What changes in the page in each second of a minute of its clock. */
async function changesInAMinute(): Promise<MutationRecord[][]> {
  const seconds: MutationRecord[][] = []
  const observer = new MutationObserver((found) => seconds.at(-1)?.push(...found))
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  while (seconds.length < 60) {
    seconds.push([])
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
    seconds.at(-1)?.push(...observer.takeRecords())
  }
  observer.disconnect()
  return seconds
}

const hold = { onPointerEnter() {}, onPointerLeave() {}, onFocus() {}, onBlur() {} }
const options = { chosen: undefined, at: undefined, span: '24h', hold, onChoose: () => undefined } as const
const rows = ['a1', 'b2', 'c3', 'd4'].map((id, at) => rowOf(id.repeat(32), String(at)))

test('a second in which nothing is read replaces no element, and changes only the time left of a ban', async () => {
  const banned = rowOf('e5'.repeat(32), '20', ns(start + 600_000))
  render(<HeatWall rows={[banned, ...rows]} {...options} />)
  expect(screen.getByText('00:10:00')).toBeTruthy()
  // A countdown changes just after the second.
  await act(async () => void (await vi.advanceTimersByTimeAsync(1)))
  const seconds = await changesInAMinute()
  expect(screen.getByText('00:09:00')).toBeTruthy()
  expect(seconds.flat().filter(({ type }) => type === 'childList')).toEqual([])
  expect(seconds.filter((records) => records.some(({ type }) => type === 'attributes')).length).toBeLessThanOrEqual(6)
  // In the row and in its line for narrow windows, and once the two ends of the axis, in minutes.
  expect(seconds.flat().filter(({ type }) => type === 'characterData')).toHaveLength(2 * 60 + 2)
})

test('a wall on which nothing happens is drawn when its axis moves, six times a minute, not each second', async () => {
  const drawn = vi.fn<() => void>()
  render(
    <Profiler id="wall" onRender={drawn}>
      <HeatWall rows={rows} {...options} />
    </Profiler>,
  )
  drawn.mockClear()
  drawnRow.mockClear()
  forecast.mockClear()
  await changesInAMinute()
  expect(drawn).toHaveBeenCalledTimes(6)
  // What only another reading changes is not computed again for each second of each row.
  expect(forecast).not.toHaveBeenCalled()
  // Names, states and counters stay as they are while the axis moves beside them.
  expect(drawnRow).not.toHaveBeenCalled()
})

test('rows that change places are all measured before the first of them moves, not laid out again for each', () => {
  const steps: string[] = []
  const children = { configurable: true, get: (): HTMLCollection => document.querySelector('tbody')!.children }
  Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', children)
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    steps.push('measured')
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 52
  })
  const moved = vi.fn<() => Animation>(() => (steps.push('moved'), {} as Animation))
  Element.prototype.animate = moved
  const { rerender } = render(<HeatWall rows={rows} {...options} />)
  steps.length = 0
  rerender(<HeatWall rows={rows.toReversed()} {...options} />)
  vi.restoreAllMocks()
  expect(moved).toHaveBeenCalledTimes(4)
  expect(steps.lastIndexOf('measured')).toBeLessThan(steps.indexOf('moved'))
})

test('on a phone a key that nobody knows names no limit of which nothing is used, and a ban names its own', () => {
  const row = rowOf('f6'.repeat(32), '0')
  const known = row.verdict?.gauges.filter(({ used }) => used !== undefined) ?? []
  const gauges = known.map((gauge) => ({ ...gauge, state: 'unrecorded' as const }))
  const line = () => screen.queryByText(/Transfers 0 of 20/)
  render(
    <HeatWall
      rows={[{ ...row, verdict: row.verdict && { ...row.verdict, worst: 'unrecorded', gauges } }]}
      {...options}
    />,
  )
  expect(screen.getByText('No record')).toBeTruthy()
  expect(line()).toBeNull()
  cleanup()
  render(<HeatWall rows={[rowOf('f6'.repeat(32), '0', ns(start + 600_000))]} {...options} />)
  expect(line()).toBeTruthy()
})
