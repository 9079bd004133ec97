import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { go as goTo } from '../../../router/navigate.ts'
import { useSearch } from '../../../router/use-location.ts'
import { serverNow } from '../../../api/status/server-clock.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { LiveToggle } from '../../../ui/inputs/live-toggle.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { useTellTab } from '../../../ui/feedback/tab-state.ts'
import { Verdict } from '../../../ui/feedback/summary-banner.tsx'
import { AddParty } from './add-party.tsx'
import { AlertsMenu } from '../alerts/alerts-menu.tsx'
import { partyRecordQuery, recordOf } from '../verdict/party-record.ts'
import { spamStatisticsQuery } from '../query.ts'
import { verdict, withRecord } from '../verdict/verdict.ts'
import { startWallLoop, gapFor, type WallLoop } from './wall-loop.ts'
import { byRisk, heldOrder, standingOf, wallVerdict } from './wall-order.ts'
import { maxParties, readSpamWallSearch, wallHref } from './wall-search.ts'
import { WallTile } from './wall-tile.tsx'
import styles from './wall.module.css'
import { WatchMenu } from '../alerts/watch-menu.tsx'

const nobody: readonly string[] = []

/** One loop asks for all parties that are not paused. */
function useLoop(parties: readonly string[]): (party: string) => void {
  const queries = useQueryClient()
  const loop = useRef<WallLoop>(undefined)
  useEffect(() => {
    const started = startWallLoop((party) =>
      queries.fetchQuery({ ...spamStatisticsQuery(party), staleTime: 0 }).then(
        () => true,
        () => false,
      ),
    )
    loop.current = started
    return () => started.stop()
  }, [queries])
  useEffect(() => loop.current?.set(parties), [parties])
  return useCallback((party) => loop.current?.prefer(party), [])
}

/** How often each party is asked for, in words. */
function paceWords(parties: number, live: boolean, poll: number): string {
  if (!live || poll === 0) return 'Asked only on demand.'
  const round = (gapFor(parties, poll) * parties) / 1000
  return `Each is asked every ${round < 10 ? round.toFixed(0) : Math.round(round)} s, one after the other.`
}

/** Up to fifty parties at a glance, the worst first (interface.md 4.7 for each). */
export function SpamWallPage() {
  const { party: parties = nobody } = useSearch(readSpamWallSearch)
  const { spam, live } = usePreferences()
  const [paused, setPaused] = useState<ReadonlySet<string>>(new Set())
  const [held, setHeld] = useState<readonly string[]>()
  const [, recount] = useReducer((ends: number) => ends + 1, 0)
  const [asked, setAsked] = useState<readonly string[]>(nobody)

  const watched = useMemo(() => parties.slice(0, maxParties), [parties])
  const wanted = watched.filter((party) => !paused.has(party))
  if (wanted.join() !== asked.join()) setAsked(wanted)
  const prefer = useLoop(asked)

  // The tiles ask; here is only read what they heard.
  const records = useQueries({
    queries: watched.map((party) => ({ ...partyRecordQuery(party), enabled: false })),
    combine: (answers) => answers.map((answer, index) => recordOf(watched[index] ?? '', answer)),
  })
  const standings = useQueries({
    queries: watched.map((party) => ({ ...spamStatisticsQuery(party), enabled: false })),
    combine: (answers) =>
      answers.map(({ data }, index) => {
        const told = data && verdict(data.statistics, serverNow(), spam)
        return standingOf(watched[index] ?? '', told && withRecord(told, records[index] ?? 'checking'))
      }),
  })
  const sorted = byRisk(standings)
  const order = held ? heldOrder(held, sorted) : sorted
  const told = wallVerdict(standings)
  useTellTab(told?.state)

  const go = useCallback((next: readonly string[]) => goTo(wallHref(next)), [])
  const onPause = useCallback(
    (party: string) =>
      setPaused(
        (before) => new Set(before.has(party) ? [...before].filter((each) => each !== party) : [...before, party]),
      ),
    [],
  )
  const onRemove = useCallback((party: string) => go(parties.filter((each) => each !== party)), [go, parties])
  const reader = useRef({ points: false, tabs: false })
  /** Holds the order while the reader points at a party or has come to one by key. */
  const attend = (change: { points?: boolean; tabs?: boolean }): void => {
    const { points, tabs } = Object.assign(reader.current, change)
    setHeld((before) => (points || tabs ? (before ?? order) : undefined))
  }

  return (
    <>
      <PageHead
        title="Wall of limits"
        sub={`${watched.length} of at most ${maxParties} parties`}
        actions={
          <>
            <LiveToggle />
            <WatchMenu ordered={false} />
            <AlertsMenu />
          </>
        }
      />
      {parties.length > maxParties && (
        <Notice state="watch">
          The address names {parties.length} parties. A wall watches {maxParties}: the last{' '}
          {parties.length - maxParties} are left out until others are removed.
        </Notice>
      )}
      <Panel>
        <div className={styles['top']}>
          <Verdict state={told?.state ?? 'unknown'} title={told?.sentence ?? 'Asking for the first party.'}>
            The worst comes first; nothing moves while you point at a party. {paceWords(asked.length, live, spam.poll)}
          </Verdict>
          <AddParty full={parties.length >= maxParties} onAdd={(party) => go([...parties, party])} />
        </div>
      </Panel>
      {/* the parties are what can be pointed at; the ground only knows that one is */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        className={styles['wall']}
        aria-label="Parties, the worst first"
        onPointerEnter={() => attend({ points: true })}
        onPointerLeave={() => attend({ points: false })}
        // a click leaves the focus behind, and must not hold the order for ever
        onFocus={(event) => attend({ tabs: event.target.matches(':focus-visible') })}
        onBlur={() => attend({ tabs: false })}
      >
        {order.map((party) => (
          <WallTile
            key={party}
            partyId={party}
            paused={paused.has(party)}
            onPause={onPause}
            onRemove={onRemove}
            onEnd={recount}
            prefer={prefer}
          />
        ))}
      </section>
    </>
  )
}
