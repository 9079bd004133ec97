import { useQueries } from '@tanstack/react-query'
import { useCallback, useReducer, useState } from 'react'
import { go as goTo } from '../../../router/navigate.ts'
import { useSearch } from '../../../router/use-location.ts'
import { plural } from '../../../format/words.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { InOrder, inOrder } from '../../../ui/display/in-order.tsx'
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
import { useWallLoop } from './use-wall-loop.ts'
import { gapFor } from './wall-loop.ts'
import { byRisk, standingOf, wallVerdict } from './wall-order.ts'
import { maxParties, readSpamWallSearch, wallHref } from './wall-search.ts'
import { WallTile } from './wall-tile.tsx'
import styles from './wall.module.css'

const noParties: readonly string[] = []

/** How often each party is requested. */
function paceWords(parties: number, live: boolean, poll: number): string {
  if (!live || poll === 0) return 'Paused: refresh manually.'
  const round = (gapFor(parties, poll) * parties) / 1000
  return `Each refreshes every ${Math.round(round)} s.`
}

/** Up to fifty parties at a glance, the worst first (interface.md 4.7 for each). */
export function SpamWallPage() {
  const { party: parties = noParties } = useSearch(readSpamWallSearch)
  const spam = usePreference('spam')
  const live = usePreference('live')
  const [paused, setPaused] = useState(noParties)
  const [, recount] = useReducer((ends: number) => ends + 1, 0)

  const watched = parties.slice(0, maxParties)
  const polled = watched.filter((party) => !paused.includes(party))
  const prefer = useWallLoop(polled)

  // The loop requests the statistics and the tiles the records; this only reads their results.
  const results = useQueries({ queries: watched.map((party) => ({ ...spamStatisticsQuery(party), enabled: false })) })
  const verdicts = useVerdicts(
    watched.map((partyId, at) => ({
      partyId,
      data: results[at]?.data,
      dataUpdatedAt: results[at]?.dataUpdatedAt ?? 0,
    })),
    { enabled: false },
  )
  const standings = watched.map((party, at) => standingOf(party, verdicts[at]))
  // Until each has answered once, and is known to have a record, each answer may change the order.
  const waiting = watched.some((_, at) => (verdicts[at] ? verdicts[at].checking : results[at]?.isError !== true))
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
        title="Watch wall"
        sub={`${plural(watched.length, 'party', 'parties')} (${maxParties} max)`}
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
      <InOrder>
        <Panel>
          <div className={styles['top']} {...inOrder()}>
            <Verdict waiting={waiting} state={summary?.state ?? 'unknown'} title={summary?.sentence ?? 'Loading\u2026'}>
              Worst first. Order holds while you hover. {paceWords(polled.length, live, spam.poll)}
            </Verdict>
            <AddParty full={parties.length >= maxParties} onAdd={(party) => goTo(wallHref([...parties, party]))} />
          </div>
        </Panel>
        {/* The interactive elements are inside; the section only holds its order while the reader is in it. */}
        <section className={styles['wall']} aria-label="Parties, worst first" {...hold}>
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
      </InOrder>
    </>
  )
}
