import { memo, useState, type ReactNode, useCallback } from 'react'
import { Bell, useRoundMs, maxParties } from '../../../features/spam-statistics/index.ts'
import { QueryPanel } from '../../../list/query-panel.tsx'
import { failureOf } from '../../../format/failure.ts'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { linkTo } from '../../../router/link-to.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { inOrder } from '../../../ui/display/in-order.tsx'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { isAway } from '../../../client/connection.ts'
import { useNodeState } from '../../../entities/use-node-status.ts'
import { noAdvice } from '../../../entities/staleness.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { AwayLine } from './away-line.tsx'
import { ChosenParty } from './chosen-party.tsx'
import { PartyLinks } from './party-links.tsx'
import type { TimeSpan } from './axis.ts'
import { HeatWall } from './heat-wall.tsx'
import { changeSpan, type RoomRow, useRoom, readRoomSearch, firstRows } from './use-room.ts'
import styles from './watch-room.module.css'
import { plural } from '../../../format/words.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { IdForm } from '../../../entities/search/id-form.tsx'
import { useKnownParties } from '../../../entities/search/resolve-search.ts'
import { watchNamed } from '../../../preferences/set-preferences.ts'

/** Watches a party by its id, its nickname, or a name that the node publishes. */
function AddParty({ onDone }: { onDone: () => void }) {
  const known = useKnownParties()
  return (
    <IdForm
      className={styles.form}
      label="Party to watch"
      hideLabel
      // the reader pressed "Watch a party" to type here
      autoFocus
      kind="party"
      known={known}
      takesSeveral
      onChoose={(party) => {
        watchNamed(party, known.nicknames?.[party])
        onDone()
      }}
      placeholder="Party id or name"
    >
      <Button type="submit">Watch</Button>
      <Button variant="bare" onClick={onDone}>
        Cancel
      </Button>
    </IdForm>
  )
}

interface RoomFootProps extends RateProps {
  count: number
  of: number
  watched: number
  kiosk: boolean
  onShowAll: (showsAll: true) => void
}

/** Watches another party, shows the rest of the rows, and leads to the watch room alone and back. */
const RoomFoot = memo(function RoomFoot({ count, of, watched, kiosk, onShowAll, ...rate }: RoomFootProps): ReactNode {
  const [adding, setAdding] = useState(false)
  const close = useCallback(() => setAdding(false), [])
  if (adding) return <AddParty onDone={close} />
  return (
    <>
      <Button small variant="bare" icon="plus" disabled={watched >= maxParties} onClick={() => setAdding(true)}>
        Watch a party
      </Button>
      <Rate {...rate} />
      <span className={styles.rest} data-cut={count > 0 && count < of ? `${count} of ${of} parties` : undefined}>
        {count > 0 && count < of ? (
          <button type="button" className="link" onClick={() => onShowAll(true)}>
            Show all {of} parties
          </button>
        ) : count === 0 ? (
          `Up to ${maxParties} parties`
        ) : (
          `${plural(count, 'party', 'parties')} (${maxParties} max)`
        )}
        {' \u00b7 '}
        <Anchor href={kiosk ? '/' : '/watch'} className="link">
          {kiosk ? 'Overview' : 'Watch room'}
        </Anchor>
      </span>
    </>
  )
})

const showOnly = (value: 'watched' | 'all'): void =>
  changeSearch(readRoomSearch, { show: value === 'watched' ? value : undefined }, { replace: true })

/** How often each party is requested; while their number is not known, in words that take the same place. */
function rateWords(parties: number, live: boolean, roundMs: number): string {
  if (!live || roundMs === 0) return 'Paused: refresh manually.'
  return `Refreshes every ${parties === 0 ? '\u2026' : Math.round(roundMs / 1000)} s`
}

/** Skeleton, error or empty state. */
function NoRows({ suggestions, waiting }: Pick<Room, 'suggestions' | 'waiting'>): ReactNode {
  if (waiting) return <Skeleton rows={8} columns={4} />
  const empty = (why: string) => (
    <Empty title="No parties to show">{why} Watch one by its public key: its limits appear here.</Empty>
  )
  return (
    <QueryPanel
      query={suggestions}
      what="the parties of this node"
      rows={8}
      none={{ absent: empty('This node does not list its parties.') }}
    >
      {() => empty('This node lists no parties.')}
    </QueryPanel>
  )
}

/** That the node's own parties are missing from the rows. */
function Unlisted({ suggestions }: Pick<Room, 'suggestions'>): ReactNode {
  const failure = suggestions.error && failureOf(suggestions.error)
  if (!failure || failure.kind === 'absent') return null
  return (
    <p className={styles.failed}>
      {failureLine(failure, 'suggestions')}.{' '}
      <button type="button" className="link" onClick={() => void suggestions.refetch()}>
        Retry
      </button>
    </p>
  )
}

type RateProps = Pick<Room, 'requested' | 'waiting' | 'isHeld'>

/** How often each party is requested, or that the rows keep their places while pointer or focus is in them. */
function Rate({ requested, waiting, isHeld }: RateProps): ReactNode {
  const round = useRoundMs()
  const live = usePreference('live')
  if (requested === 0 && !waiting) return null
  return (
    <>
      <span>Dashed: expected.</span>
      <span aria-live="off">{isHeld ? 'Order held' : `Worst first. ${rateWords(requested, live, round)}`}</span>
    </>
  )
}

interface EndProps {
  show: 'watched' | undefined
  named: boolean
  span: TimeSpan
}

/** What time the rows show, which parties are in them, unless the address names them, and their summary. */
const End = memo(function End({ show, named, span }: EndProps) {
  const watched = usePreference('watched')
  return (
    <>
      <Segmented
        label="Time shown"
        value={span}
        onChange={(next) => changeSpan(named, next)}
        options={[
          { value: 'epoch', label: 'Epoch' },
          { value: '24h', label: '24 h' },
        ]}
      />
      {watched.length > 0 && !named && (
        <Segmented
          label="Which parties"
          value={show ?? 'all'}
          onChange={showOnly}
          options={[
            { value: 'watched', label: 'Watched' },
            { value: 'all', label: 'With suggestions' },
          ]}
        />
      )}
      <Bell />
    </>
  )
})

/** Most readings are of other parties and leave it as it is. */
const Chosen = memo(({ row }: { row: RoomRow }) => (
  <ChosenParty row={row} elsewhere={<PartyLinks partyId={row.partyId} />} />
))

type Room = ReturnType<typeof useRoom>

function Side({ chosen, missing, waiting }: Pick<Room, 'chosen' | 'missing' | 'waiting'>): ReactNode {
  if (!chosen) return <Panel>{waiting && <Skeleton rows={6} />}</Panel>
  return (
    <>
      {missing !== undefined && (
        <Notice state="watch">
          The party of this address is not in this room:{' '}
          <IdChip id={missing} to={linkTo('/parties/$partyId', { partyId: missing })} />
        </Notice>
      )}
      <Chosen key={chosen.partyId} row={chosen} />
    </>
  )
}

/** A wall screen has no status line: the age of the oldest values, where it withdraws advice. The banner of a node that is away has its own. */
function OldValues({ rows }: { rows: readonly RoomRow[] }): ReactNode {
  const { phase } = useNodeState('phase')
  const [oldest] = rows
    .flatMap(({ verdict }) => verdict?.stale ?? [])
    .toSorted((a, b) => (b.ageMs ?? Infinity) - (a.ageMs ?? Infinity))
  return oldest && !isAway(phase) && <Notice state="stale">{noAdvice(oldest)}</Notice>
}

/** Watched parties and some of the node's: a row each by risk, and the chosen one beside them. */
export function WatchRoom({ kiosk = false, parties }: { kiosk?: boolean; parties?: readonly string[] }) {
  const room = useRoom(parties)
  const { rows: all, waiting, chosen, span, suggestions } = room
  const watched = usePreference('watched')
  const isWhole = kiosk || parties !== undefined
  const [showsAll, setShowsAll] = useState(isWhole)
  const rows = showsAll ? all : firstRows(all, chosen?.partyId)
  const isLoadingRows = isWhole && rows.length === 0 && waiting
  return (
    <>
      {kiosk && <OldValues rows={rows} />}
      <div className={styles.room} {...inOrder('narrow')}>
        <Panel
          flush
          title="Watch room"
          end={<End show={room.show} named={parties !== undefined} span={span} />}
          foot={
            // On a wall screen and with named parties the height of the rows depends on their number, and the foot would move.
            isLoadingRows ? undefined : (
              <RoomFoot
                count={rows.length}
                of={all.length}
                watched={watched.length}
                kiosk={kiosk}
                onShowAll={setShowsAll}
                requested={room.requested}
                waiting={waiting}
                isHeld={room.isHeld}
              />
            )
          }
        >
          <AwayLine
            parties={parties ?? watched}
            summary={rows.length > 0 ? room.summary?.sentence : waiting && 'Loading\u2026'}
          />
          {rows.length > 0 ? (
            <>
              <HeatWall {...room} rows={rows} chosen={chosen?.partyId} onChoose={room.choose} />
              <Unlisted suggestions={suggestions} />
            </>
          ) : (
            <div className={styles.empty}>
              <NoRows suggestions={suggestions} waiting={waiting} />
            </div>
          )}
        </Panel>
        <div className={styles.side} hidden={isLoadingRows}>
          <Side chosen={chosen} missing={room.missing} waiting={waiting} />
        </div>
      </div>
    </>
  )
}
