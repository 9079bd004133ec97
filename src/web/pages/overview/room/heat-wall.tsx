import type { CSSProperties, KeyboardEvent } from 'react'
import { useEpoch } from '../../../entities/epoch/use-epoch.ts'
import type { GaugeName } from '../../../../wire/spam/spam-gauges.ts'
import { formatInstant } from '../../../format/time.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { useNow } from '../../../ui/use-now.ts'
import { axisFrom } from './axis.ts'
import { HeatRow } from './heat-row.tsx'
import styles from './heat-wall.module.css'
import type { RoomRow } from './use-room.ts'

/** The counters in the order of the columns: what most parties use comes first. */
export const wallColumns: readonly (readonly [name: GaugeName, label: string])[] = [
  ['transfers', 'Transfers'],
  ['votes', 'Votes'],
  ['proposals', 'Proposals'],
  ['delegations', 'Delegations'],
  ['nodeAnnouncements', 'Announcements'],
  ['issueSignatures', 'Signatures'],
  ['createReferralSet', 'Create set'],
  ['updateReferralSet', 'Update set'],
  ['applyReferralCode', 'Apply code'],
  ['pow', 'Proof of work'],
]

const columns = wallColumns.map(([name]) => name)

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
  /** Handlers that hold the order while pointer or focus is in the table. */
  hold: object
}

/** The time axis' title: now, and what its end is. */
function AxisHead() {
  const zone = useZone()
  const epoch = useEpoch()
  useNow()
  const { end, endsWithEpoch } = axisFrom(serverNow(), epoch)
  return (
    <span className={styles.axisHead}>
      <span>now</span>
      <span>
        {endsWithEpoch ? (
          <>
            <span className={styles.epoch}>epoch </span>ends{' '}
            {formatInstant(end, zone, { date: false, precision: 'minute' })}
          </>
        ) : (
          'in one hour'
        )}
      </span>
    </span>
  )
}

/** A row for each party, the worst first: its state, ten counters, and bans and forecasts on one time axis. */
export function HeatWall({ rows, chosen, onChoose, hold }: HeatWallProps) {
  return (
    <table className={styles.heat} aria-label="Parties, worst first" style={{ '--rows': rows.length } as CSSProperties}>
      <thead>
        <tr>
          <th scope="col">Party</th>
          <th scope="col">State</th>
          {wallColumns.map(([name, label]) => (
            <th key={name} scope="col" className={styles.counter}>
              <span>{label}</span>
            </th>
          ))}
          <th scope="col" className={styles.axisColumn}>
            <AxisHead />
          </th>
        </tr>
      </thead>
      {/* The links in the rows are the interactive elements; here their focus moves and holds the order. */}
      <tbody {...hold} onKeyDown={moveFocus}>
        {rows.map((row) => (
          <HeatRow key={row.partyId} row={row} chosen={row.partyId === chosen} onChoose={onChoose} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}
