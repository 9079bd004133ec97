import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { go as goTo } from '../../../router/navigate.ts'
import { useSearch } from '../../../router/use-location.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { LiveToggle } from '../../../ui/inputs/live-toggle.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PageHead } from '../../../ui/display/page-head.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { useTellTab } from '../../../ui/feedback/tab-state.ts'
import { Verdict } from '../../../ui/feedback/summary-banner.tsx'
import { useSteadyOrder } from '../../../ui/use-steady-order.ts'
import { AlertsMenu } from '../alerts/alerts-menu.tsx'
import { WatchMenu } from '../alerts/watch-menu.tsx'
import { spamStatisticsQuery } from '../query.ts'
import { useVerdicts } from '../verdict/use-verdict.ts'
import { AddParty } from './add-party.tsx'
import { startWallLoop, gapFor, type WallLoop } from './wall-loop.ts'
import { byRisk, standingOf, wallVerdict } from './wall-order.ts'
import { maxParties, readSpamWallSearch, wallHref } from './wall-search.ts'
import { WallTile } from './wall-tile.tsx'
import styles from './wall.module.css'

const noParties: readonly string[] = []

/** Runs one loop that requests all `parties`; returns a function that requests one of them next. */
function useLoop(parties: readonly string[]): (party: string) => void {
  const client = useQueryClient()
  const loop = useRef<WallLoop>(undefined)
  useEffect(() => {
    const started = startWallLoop((party) =>
      client.fetchQuery({ ...spamStatisticsQuery(party), staleTime: 0 }).then(
        () => true,
        () => false,
      ),
    )
    loop.current = started
    return () => started.stop()
  }, [client])
  useEffect(() => loop.current?.set(parties), [parties])
  return useCallback((party) => loop.current?.prefer(party), [])
}

/** How often each party is requested. */
function paceWords(parties: number, live: boolean, poll: number): string {
  if (!live || poll === 0) return 'Asked only on demand.'
  const round = (gapFor(parties, poll) * parties) / 1000
  return `Each is asked every ${Math.round(round)} s, one after the other.`
}

/** Up to fifty parties at a glance, the worst first (interface.md 4.7 for each). */
export function SpamWallPage() {
  const { party: parties = noParties } = useSearch(readSpamWallSearch)
  const { spam, live } = usePreferences()
  const [paused, setPaused] = useState(noParties)
  const [, recount] = useReducer((ends: number) => ends + 1, 0)

  const watched = parties.slice(0, maxParties)
  const polled = watched.filter((party) => !paused.includes(party))
  const prefer = useLoop(polled)

  // The loop requests the statistics and the tiles the records; this only reads their results.
  const results = useQueries({ queries: watched.map((party) => ({ ...spamStatisticsQuery(party), enabled: false })) })
  const verdicts = useVerdicts(
    watched.map((partyId, at) => ({
      partyId,
      data: results[at]?.data,
      dataUpdatedAt: results[at]?.dataUpdatedAt ?? 0,
    })),
    false,
  )
  const standings = watched.map((party, at) => standingOf(party, verdicts[at]))
  const { order, hold } = useSteadyOrder(byRisk(standings))
  const summary = wallVerdict(standings)
  useTellTab(summary?.state)

  const onPause = useCallback(
    (party: string) =>
      setPaused((before) => (before.includes(party) ? before.filter((each) => each !== party) : [...before, party])),
    [],
  )
  const onRemove = useCallback((party: string) => goTo(wallHref(parties.filter((each) => each !== party))), [parties])

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
          <Verdict state={summary?.state ?? 'unknown'} title={summary?.sentence ?? 'Asking for the first party.'}>
            The worst comes first; nothing moves while you point at a party. {paceWords(polled.length, live, spam.poll)}
          </Verdict>
          <AddParty full={parties.length >= maxParties} onAdd={(party) => goTo(wallHref([...parties, party]))} />
        </div>
      </Panel>
      {/* The interactive elements are inside; the section only holds its order while the reader is in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section className={styles['wall']} aria-label="Parties, the worst first" {...hold}>
        {order.map((party) => (
          <WallTile
            key={party}
            partyId={party}
            paused={paused.includes(party)}
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
