import { useCallback, useState, type ReactNode } from 'react'
import { roundMs } from '../../../features/spam-statistics/wall/wall-loop.ts'
import { type Answer, Answered } from '../../../infinite-list/query-panel.tsx'
import { failureLine, isAbsent } from '../../../ui/feedback/failure-view.ts'
import { plural } from '../../../format/words.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { inOrder } from '../../../ui/display/in-order.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useTellTab } from '../../../ui/feedback/tab-state.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { AddParty } from './add-party.tsx'
import { ChosenParty } from './chosen-party.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { HeatWall } from './heat-wall.tsx'
import { maxParties } from './room-parties.ts'
import { readRoomSearch } from './room-search.ts'
import { useRoom } from './use-room.ts'
import styles from './watch-room.module.css'

const choose = (party: string): void => changeSearch(readRoomSearch, { party }, { replace: true })
const showOnly = (value: 'watched' | 'all'): void =>
  changeSearch(readRoomSearch, { show: value === 'watched' ? value : undefined }, { replace: true })

/** How often each party is requested; while their number is not known, in words that take the same place. */
function rateWords(parties: number, live: boolean, poll: number): string {
  if (!live || poll === 0) return 'Paused: refresh manually.'
  return `Refreshes every ${parties === 0 ? '\u2026' : Math.round(roundMs(parties, poll) / 1000)} s`
}

function Foot({ count, watched, kiosk }: { count: number; watched: number; kiosk: boolean }): ReactNode {
  const [adding, setAdding] = useState(false)
  const close = useCallback(() => setAdding(false), [])
  if (adding) return <AddParty onDone={close} />
  return (
    <>
      <Button small variant="bare" icon="plus" disabled={watched >= maxParties} onClick={() => setAdding(true)}>
        Watch a party
      </Button>
      <span className={styles.rest}>
        {count === 0 ? `Up to ${maxParties} parties` : `${plural(count, 'party', 'parties')} (${maxParties} max)`}
        {' \u00b7 '}
        <Anchor href={kiosk ? '/' : '/watch'} className="link">
          {kiosk ? 'Leave full screen' : 'Full screen'}
        </Anchor>
      </span>
    </>
  )
}

/** What stands in place of the rows: their shape, why there are none, or that there are none. */
function NoRows({ suggestions, waiting }: { suggestions: Answer<unknown>; waiting: boolean }): ReactNode {
  if (waiting) return <Skeleton rows={8} />
  if (suggestions.data !== undefined || isAbsent(suggestions.failure)) {
    return (
      <Empty title="No parties to show">
        This node lists no parties. Watch one by its public key: its limits appear here.
      </Empty>
    )
  }
  return (
    <Answered answer={suggestions} what="the parties of this node" rows={8}>
      {() => null}
    </Answered>
  )
}

/** That the node's own parties are missing from the rows. */
function Unlisted({ suggestions }: { suggestions: Answer<unknown> }): ReactNode {
  if (!suggestions.failure || isAbsent(suggestions.failure)) return null
  return (
    <p className={styles.failed}>
      {failureLine(suggestions.failure, 'suggestions')}.{' '}
      <button type="button" className="link" onClick={suggestions.refetch}>
        Retry
      </button>
    </p>
  )
}

/** Which parties are in the rows, and how often each is requested. */
function End({ requested, waiting, show }: { requested: number; waiting: boolean; show: 'watched' | undefined }) {
  const watched = usePreference('watched')
  const spam = usePreference('spam')
  const live = usePreference('live')
  return (
    <>
      {watched.length > 0 && (
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
      {(requested > 0 || waiting) && <span>Worst first. {rateWords(requested, live, spam.poll)}</span>}
    </>
  )
}

/** Watched parties and some of the node's: a row each by risk, and the chosen one beside them. */
export function WatchRoom({ kiosk = false }: { kiosk?: boolean }) {
  const { rows, requested, waiting, chosen, hold, prefer, show, summary, watchedState, suggestions } = useRoom()
  const watched = usePreference('watched')
  useTellTab(watchedState)
  return (
    <div className={styles.room} {...inOrder(true)}>
      <Panel
        flush
        title="Watch room"
        count={
          (rows.length > 0 || waiting) && (
            <span className={styles.summary} title={summary?.sentence}>
              {rows.length > 0 ? summary?.sentence : 'Loading\u2026'}
            </span>
          )
        }
        end={<End requested={requested} waiting={waiting} show={show} />}
        foot={
          // On a wall screen the height of the rows depends on their number, and the foot would move with them.
          kiosk && rows.length === 0 && waiting ? undefined : (
            <Foot count={rows.length} watched={watched.length} kiosk={kiosk} />
          )
        }
      >
        {rows.length > 0 ? (
          <>
            <HeatWall rows={rows} chosen={chosen?.partyId} onChoose={choose} prefer={prefer} hold={hold} />
            <Unlisted suggestions={suggestions} />
          </>
        ) : (
          <div className={styles.empty}>
            <NoRows suggestions={suggestions} waiting={waiting} />
          </div>
        )}
      </Panel>
      <div className={styles.side}>
        {chosen ? (
          <ChosenParty key={chosen.partyId} row={chosen} elsewhere={<Elsewhere partyId={chosen.partyId} />} />
        ) : (
          <Panel>{waiting && <Skeleton rows={6} />}</Panel>
        )}
      </div>
    </div>
  )
}
