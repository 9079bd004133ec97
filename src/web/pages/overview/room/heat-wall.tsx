import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useEpoch } from '../../../entities/use-node-status.ts'
import type { GaugeName } from '../../../../wire/spam/spam-gauges.ts'
import { clockTime, formatInstant, fromMilliseconds, isSameDay, toMilliseconds } from '../../../format/time.ts'
import type { Zone } from '../../../format/zone.ts'
import type { useSteadyOrder, RoomRow } from './use-room.ts'
import { clockOffset, serverNow } from '../../../client/server-clock.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { afterPaint } from '../../../router/after-paint.ts'
import { useNow } from '../../../ui/use-now.ts'
import { type Axis, axisFrom, shareOf, steadyNow, type TimeSpan } from './axis.ts'
import { AxisContext, HeatRow } from './heat-row.tsx'
import styles from './heat-wall.module.css'

/** The counters in the order of the columns: what most parties use comes first. */
const wallColumns: readonly (readonly [name: GaugeName, label: string])[] = [
  ['transfers', 'Transfers'],
  ['votes', 'Votes'],
  ['proposals', 'Proposals'],
  ['delegations', 'Delegations'],
  ['nodeAnnouncements', 'Announce'],
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
  span: TimeSpan
  /** Handlers that hold the order while pointer or focus is in the table. */
  hold: ReturnType<typeof useSteadyOrder>['hold']
}

/** Whether a party of the rows has used anything of a limit. */
const isUsed = (rows: readonly RoomRow[], name: GaugeName): boolean =>
  rows.some(({ verdict }) =>
    verdict?.gauges.some((gauge) => gauge.name === name && (gauge.used !== '0' || gauge.bannedUntil !== undefined)),
  )

/** Limits that come into use after the first rows have this many columns' room before the axis. */
const spareColumns = 1

/**
 * The columns of the limits in use, or of all. One that was in use stays when an epoch begins, and one more takes the room that
 * is kept for it, so that the axis stays in its place; `spare` counts the columns that have room.
 */
function useColumns(rows: readonly RoomRow[], showsUnused: boolean) {
  const [shown, setShown] = useState<readonly GaugeName[]>([])
  const used = wallColumns.flatMap(([name]) => (shown.includes(name) || isUsed(rows, name) ? [name] : []))
  const [first] = useState(used.length)
  if (used.length > shown.length) setShown(used)
  const columns = wallColumns.filter(([name]) => showsUnused || used.includes(name))
  const room = Math.min(wallColumns.length, first + spareColumns)
  return { columns, unused: wallColumns.length - columns.length, spare: Math.max(0, room - columns.length) }
}

/** The time axis' title: its ends, now, the moment under the crosshair, and when counters reset. */
function AxisHead({ axis, cross }: { axis: Axis; cross: number | undefined }) {
  const zone = useZone()
  const now = shareOf(axis, axis.now)
  return (
    <span className={styles.axisHead}>
      <span>{`${axis.span === '24h' ? '24 h ago, ' : ''}${clockTime(axis.from, zone)}`}</span>
      {/* Beside the number of unused limits on a narrow axis. */}
      <b style={{ left: `max(${now * 100}%, 4.5rem)` }}>now</b>
      {cross !== undefined && <i style={{ left: `${cross * 100}%` }}>{momentClock(axis, cross, zone)}</i>}
      <span>
        {axis.reset === undefined || axis.span === '24h'
          ? clockTime(axis.to, zone, false)
          : `reset ${clockTime(axis.reset, zone, false)}`}
      </span>
    </span>
  )
}

const instantAt = ({ from, to }: Axis, share: number): bigint =>
  from + ((to - from) * BigInt(Math.round(share * 10_000))) / 10_000n

/** The time under the crosshair, with its day where that is another than today's. */
function momentClock(axis: Axis, share: number, zone: Zone): string {
  const at = instantAt(axis, share)
  return formatInstant(at, zone, { date: !isSameDay(at, axis.now, zone), precision: 'minute', name: false })
}

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
function useCross(axis: Axis, initial: { partyId: string; at: number } | undefined) {
  const [moved, setMoved] = useState<Cross | 'none'>()
  const first = initial && {
    partyId: initial.partyId,
    share: shareOf(axis, fromMilliseconds(initial.at + clockOffset())),
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

/** Rows that change places are seen moving, by a transform, which browsers do not count as a shift; in calm in one step. */
function useMovingRows(order: string) {
  const body = useRef<HTMLTableSectionElement>(null)
  const tops = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    // All places are read before any row moves: each read after that would lay out the page once more.
    const moved = [...(body.current?.rows ?? [])].flatMap((row) => {
      const id = row.dataset['id'] ?? ''
      const [before, top] = [tops.current.get(id), row.offsetTop]
      tops.current.set(id, top)
      return before === undefined || before === top ? [] : [{ row, from: before - top }]
    })
    for (const { row, from } of moved)
      row.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
        duration: isCalm ? 60 : 320,
        easing: isCalm ? 'steps(1)' : 'ease-out',
      })
  }, [order])
  return body
}

/** A row for each party, the worst first: its state, the counters in use, and its past and future on one time axis. */
export function HeatWall({ rows, chosen, at, span, onChoose, hold }: HeatWallProps) {
  const [showsUnused, setShowsUnused] = useState(false)
  const epoch = useEpoch()
  const now = useNow(() => steadyNow(serverNow(), epoch, span))
  const axis = useMemo(() => axisFrom(now, epoch, span), [now, epoch, span])
  const { cross, handlers } = useCross(
    axis,
    at !== undefined && chosen !== undefined ? { partyId: chosen, at } : undefined,
  )
  const body = useMovingRows(rows.map(({ partyId }) => partyId).join())
  const { columns, unused, spare } = useColumns(rows, showsUnused)
  const crossMs = cross && toMilliseconds(instantAt(axis, cross.share)) - clockOffset()
  const style = {
    '--rows': rows.length,
    '--spare': spare,
    ...(cross && { '--cross': `${cross.share * 100}%`, '--cross-line': '1px' }),
  }
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
                onClick={() => afterPaint(() => setShowsUnused(!showsUnused))}
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
        <AxisContext value={axis}>
          {rows.map((row) => (
            <HeatRow
              key={row.partyId}
              row={row}
              chosen={row.partyId === chosen}
              onChoose={onChoose}
              columns={columns.map(([name]) => name)}
              moment={cross?.partyId === row.partyId ? crossMs : undefined}
            />
          ))}
        </AxisContext>
      </tbody>
    </table>
  )
}
