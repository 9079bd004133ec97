import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { isId } from '../../format/id.ts'
import { plural } from '../../format/words.ts'
import { meantId } from '../../entities/search/resolve-search.ts'
import { suggestionsFor, useKnownParties } from '../../entities/search/suggestions.ts'
import { setWatched } from '../../preferences/lists.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { compareRisk } from '../../ui/feedback/risk-state.ts'
import { answerOf } from '../../infinite-list/query-panel.tsx'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { useVerdicts } from '../../features/spam-statistics/verdict/use-verdict.ts'
import { SomeParties } from './some-parties.tsx'
import { WatchedRow } from './watched-row.tsx'
import { useSteadyOrder } from '../../ui/use-steady-order.ts'
import styles from './watched-panel.module.css'

/** Milliseconds between requests for a party: at least ten seconds, and at most two requests a second for all. */
const intervalFor = (parties: number): number => Math.max(10_000, parties * 500)

function AddParty({ onDone }: { onDone: () => void }) {
  const known = useKnownParties()
  const [text, setText] = useState('')
  const id = meantId(text, known)
  const watch = (party: string | undefined): void => {
    if (party === undefined) return
    setWatched(party, true)
    onDone()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        watch(id)
      }}
    >
      <Combobox
        label="Party to watch"
        hideLabel
        mono
        // the reader pressed "Watch a party" to type here
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        text={text}
        onText={setText}
        groups={suggestionsFor(text, 'party', known)}
        listLabel="Known parties"
        onPick={({ key }) => watch(key)}
        placeholder="Paste a party id"
        {...(id !== undefined && !isId(id) && { warning: 'A party id has 64 hex characters.' })}
      />
      <Button type="submit">Watch</Button>
      <Button variant="bare" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

/** The watched parties, the most severe state first. */
export function WatchedPanel() {
  const { watched, live } = usePreferences()
  const [adding, setAdding] = useState(false)
  const intervalMs = intervalFor(watched.length)
  const answers = useQueries({
    queries: watched.map((partyId) => ({
      ...spamStatisticsQuery(partyId),
      staleTime: intervalMs - 500,
      refetchInterval: live ? intervalMs : (false as const),
      refetchIntervalInBackground: false,
    })),
  })
  const verdicts = useVerdicts(
    watched.map((partyId, at) => ({
      partyId,
      data: answers[at]?.data,
      dataUpdatedAt: answers[at]?.dataUpdatedAt ?? 0,
    })),
  )
  const rows = watched.map((partyId, at) => {
    const query = answers[at]
    const answer = query && answerOf(query)
    return { partyId, failure: answer?.failure, verdict: verdicts[at], updatedAt: answer?.dataUpdatedAt ?? 0 }
  })
  rows.sort((a, b) => compareRisk(a.verdict?.worst ?? 'unknown', b.verdict?.worst ?? 'unknown'))
  const { order, hold } = useSteadyOrder(rows.map(({ partyId }) => partyId))
  rows.sort((a, b) => order.indexOf(a.partyId) - order.indexOf(b.partyId))
  const asks = live ? `Asked every ${Math.round(intervalMs / 1000)} s, ${plural(watched.length, 'call')}` : 'Paused'
  return (
    <Panel
      flush
      title="Watched parties"
      count={watched.length > 0 ? watched.length : undefined}
      end={watched.length > 1 ? 'Sorted by risk' : undefined}
      foot={
        adding ? (
          <AddParty onDone={() => setAdding(false)} />
        ) : (
          <>
            <span className={styles.add}>
              <Button small variant="bare" icon="plus" onClick={() => setAdding(true)}>
                Watch a party
              </Button>
            </span>
            {watched.length > 0 && <span className={styles.pace}>{asks}</span>}
          </>
        )
      }
    >
      {watched.length === 0 ? (
        <SomeParties />
      ) : (
        <ul className={styles.rows} aria-label="Watched parties, the worst state first" {...hold}>
          {rows.map((row) => (
            <WatchedRow key={row.partyId} {...row} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
