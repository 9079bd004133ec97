import { type CSSProperties, type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useEpoch } from '../../../entities/epoch/use-epoch.ts'
import type { GaugeName } from '../../../../wire/spam/spam-gauges.ts'
import { formatInstant, fromMilliseconds, toMilliseconds } from '../../../format/time.ts'
import type { Zone } from '../../../format/zone.ts'
import type { useSteadyOrder } from '../../../ui/use-steady-order.ts'
import { clockOffset, serverNow } from '../../../client/server-clock.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { useNow } from '../../../ui/use-now.ts'
import { type Axis, axisFrom, shareOf } from './axis.ts'
import { HeatRow } from './heat-row.tsx'
import styles from './heat-wall.module.css'
import type { RoomRow } from './use-room.ts'

/** The counters in the order of the columns: what most parties use comes first. */
const wallColumns: readonly (readonly [name: GaugeName, label: string])[] = [
  ['transfers', 'Transfers'],
  ['votes', 'Votes'],
  ['proposals', 'Proposals'],
  ['delegations', 'Delegations'],
  ['nodeAnnouncements', 'Announcements'],
  ['issueSignatures', 'Signatures'],
  ['createReferralSet', 'Create set'],
  ['updateReferralSet', 'Update set'],
  ['applyReferralCode', 'Apply code'],
  ['pow', 'Work'],
]

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Moves the focus from row to row; the row with the focus is the chosen one. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = steps[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.findIndex((link) => link === document.activeElement)
  if (at < 0) return
  event.preventDefault()
  links[step(at, links.length - 1)]?.focus()
}

interface HeatWallProps {
  rows: readonly RoomRow[]
  chosen: string | undefined
  onChoose: (partyId: string) => void
  /** The moment to show of the chosen party, Unix milliseconds of this browser. */
  at: number | undefined
  /** Handlers that hold the order while pointer or focus is in the table. */
  hold: ReturnType<typeof useSteadyOrder>['hold']
}

/** Whether a party of the rows has used anything of a limit. */
const isUsed = (rows: readonly RoomRow[], name: GaugeName): boolean =>
  rows.some(({ verdict }) =>
    verdict?.gauges.some((gauge) => gauge.name === name && (gauge.used !== '0' || gauge.bannedUntil !== undefined)),
  )

const clock = (ns: bigint, zone: Zone, name = false): string =>
  formatInstant(ns, zone, { date: false, precision: 'minute', name })

/** The time axis' title: its ends, now, the moment under the crosshair, and when counters reset. */
function AxisHead({ axis, cross }: { axis: Axis; cross: number | undefined }) {
  const zone = useZone()
  const now = shareOf(axis, axis.now)
  return (
    <span className={styles.axisHead}>
      <span>{clock(axis.from, zone, true)}</span>
      {/* Beside the number of unused limits on a narrow axis. */}
      <b style={{ left: `max(${now * 100}%, 4.5rem)` }}>now</b>
      {cross !== undefined && <i style={{ left: `${cross * 100}%` }}>{clock(instantAt(axis, cross), zone)}</i>}
      <span>{axis.reset === undefined ? clock(axis.to, zone) : `reset ${clock(axis.reset, zone)}`}</span>
    </span>
  )
}

const instantAt = ({ from, to }: Axis, share: number): bigint =>
  from + ((to - from) * BigInt(Math.round(share * 10_000))) / 10_000n

/** Steps of the crosshair by keyboard, and its finest by pointer. */
const [keyStep, pointerStep] = [1 / 48, 1 / 240]

/** Where the crosshair stands, from 0 to 1 of the axis, and in which row. */
interface Cross {
  share: number
  partyId: string
}

const rowOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-id]')?.dataset['id'] : undefined

/** A dashed line through all rows that pointer or arrow keys move; `at` is where an address wants it (Unix milliseconds). */
function useCross(axis: Axis, wanted: { partyId: string; at: number } | undefined) {
  const [moved, setMoved] = useState<Cross | 'none'>()
  const first = wanted && {
    partyId: wanted.partyId,
    share: shareOf(axis, fromMilliseconds(wanted.at + clockOffset())),
  }
  const cross = moved === 'none' ? undefined : (moved ?? first)
  const handlers = {
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const [partyId, drawn] = [rowOf(event.target), (event.target as Element).closest('[data-axis]')]
      if (partyId === undefined || !drawn) return
      const { left, width } = drawn.getBoundingClientRect()
      const share = Math.round((event.clientX - left) / width / pointerStep) * pointerStep
      if (share !== cross?.share || partyId !== cross.partyId) setMoved({ partyId, share })
    },
    onPointerLeave: () => setMoved('none'),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const partyId = rowOf(event.target)
      const step = event.key === 'ArrowLeft' ? -keyStep : event.key === 'ArrowRight' ? keyStep : undefined
      if (step === undefined || partyId === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      const share = Math.min(1, Math.max(0, (cross?.share ?? shareOf(axis, axis.now)) + step))
      setMoved({ partyId, share })
    },
  }
  return { cross, handlers }
}

/** Rows that change places are seen moving. */
function useMovingRows(order: string) {
  const body = useRef<HTMLTableSectionElement>(null)
  const tops = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const row of body.current?.rows ?? []) {
      const id = row.dataset['id'] ?? ''
      const [before, top] = [tops.current.get(id), row.offsetTop]
      tops.current.set(id, top)
      if (before === undefined || before === top || isCalm) continue
      row.animate([{ transform: `translateY(${before - top}px)` }, { transform: 'none' }], {
        duration: 320,
        easing: 'ease-out',
      })
    }
  }, [order])
  return body
}

/** A row for each party, the worst first: its state, the counters in use, and its past and future on one time axis. */
export function HeatWall({ rows, chosen, at, onChoose, hold }: HeatWallProps) {
  const [showsUnused, setShowsUnused] = useState(false)
  const epoch = useEpoch()
  useNow()
  const axis = axisFrom(serverNow(), epoch)
  const { cross, handlers } = useCross(
    axis,
    at !== undefined && chosen !== undefined ? { partyId: chosen, at } : undefined,
  )
  const body = useMovingRows(rows.map(({ partyId }) => partyId).join())
  const columns = wallColumns.filter(([name]) => showsUnused || isUsed(rows, name))
  const unused = wallColumns.length - columns.length
  const crossMs = cross && toMilliseconds(instantAt(axis, cross.share)) - clockOffset()
  const style = { '--rows': rows.length, ...(cross && { '--cross': `${cross.share * 100}%`, '--cross-line': '1px' }) }
  return (
    <table className={styles.heat} aria-label="Parties, worst first" style={style as CSSProperties}>
      <thead>
        <tr>
          <th scope="col">Party</th>
          <th scope="col">State</th>
          {columns.map(([name, label]) => (
            <th key={name} scope="col" className={styles.counter}>
              <span>{label}</span>
            </th>
          ))}
          <th scope="col" className={styles.axisColumn}>
            {(unused > 0 || showsUnused) && (
              <button
                type="button"
                className={styles.more}
                aria-pressed={showsUnused}
                onClick={() => setShowsUnused(!showsUnused)}
              >
                {showsUnused ? 'Only used' : `+${unused} unused`}
              </button>
            )}
            <AxisHead axis={axis} cross={cross?.share} />
          </th>
        </tr>
      </thead>
      {/* The links in the rows are the interactive elements; here their focus moves and holds the order. */}
      <tbody
        ref={body}
        {...hold}
        {...handlers}
        onPointerLeave={() => {
          hold.onPointerLeave()
          handlers.onPointerLeave()
        }}
        onKeyDown={(event) => {
          moveFocus(event)
          handlers.onKeyDown(event)
        }}
      >
        {rows.map((row) => (
          <HeatRow
            key={row.partyId}
            row={row}
            chosen={row.partyId === chosen}
            onChoose={onChoose}
            columns={columns.map(([name]) => name)}
            axis={axis}
            moment={cross?.partyId === row.partyId ? crossMs : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}
