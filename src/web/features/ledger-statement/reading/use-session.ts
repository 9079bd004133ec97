import { useEffect, useMemo, useState } from 'react'
import { listOfRows, type List } from '../../../list/list.ts'
import { needleOf, type Find } from '../../../grid/find/use-find.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { useObservable } from '../../../use-observable.ts'
import type { LedgerRow } from '../../../ledger/rows/ledger-row.ts'
import type { RowFilter } from '../../../ledger/store/filter.ts'
import { type Reading, Session, type Source } from './session.ts'

/** Reads a source for as long as the page shows it; another source is another statement. */
export function useSession(source: Source): Session {
  const session = useMemo(() => new Session(source), [source])
  useEffect(() => {
    void session.read()
    return () => session.end()
  }, [session])
  return session
}

export const useReading = (session: Session): Reading => useObservable(session.reading)

/** Shows what a filter leaves; the filter is compared by value. */
export function useFilter(session: Session, filter: RowFilter): void {
  const text = JSON.stringify(filter)
  useEffect(() => {
    void session.filter(JSON.parse(text) as RowFilter).catch(() => {})
  }, [session, text])
}

const noRows: readonly LedgerRow[] = []

/** The shown rows as the grid reads them: those in view come from the worker. */
export function useRows(session: Session): List<LedgerRow> {
  const { phase, progress, verdict } = useReading(session)
  const { cache } = session
  const version = useObservable({ get: () => cache.version, subscribe: cache.subscribe })
  const { shown, facts } = progress
  const waiting = phase === 'reading' && facts.rows === 0
  const complete = verdict?.state === 'complete'
  return useMemo(
    () => ({
      ...listOfRows(noRows, complete ? 'complete' : 'excerpt'),
      status: waiting ? 'waiting' : 'ready',
      count: shown,
      loaded: facts.rows,
      // Another function for each version: rows that came since are read through it.
      at: (index: number) => (version >= 0 ? cache.at(index) : undefined),
    }),
    [cache, version, shown, facts.rows, waiting, complete],
  )
}

interface Found {
  matches: number
  place: number
  row: number | undefined
}

const none: Found = { matches: 0, place: -1, row: undefined }
/** Milliseconds after the last letter: each search reads all rows. */
const settleMs = 120

/** The search of the grid over all shown rows, which are in the worker. */
export function useRemoteFind(session: Session, decimals: Readonly<Record<string, number>>): Find {
  const zone = useZone()
  const { progress } = useReading(session)
  const version = useObservable({ get: () => session.cache.version, subscribe: session.cache.subscribe })
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState(none)
  const needle = useMemo(() => needleOf(typed), [typed])
  const { shown } = progress
  useEffect(() => {
    if (!needle || shown === 0) return undefined
    let current = true
    const search = async () => {
      const matches = await session.find({ ...needle, zone, decimals })
      const row = matches ? await session.foundAt(0) : undefined
      if (current && matches !== undefined) setFound({ matches, place: row === undefined ? -1 : 0, row })
    }
    const timer = setTimeout(() => void search().catch(() => {}), settleMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [session, needle, zone, decimals, shown])
  const show = async (place: number, matches: number) => {
    const row = await session.foundAt(place)
    if (row !== undefined) setFound({ matches, place, row })
  }
  const { matches, place, row } = needle && shown > 0 && version >= 0 ? found : none
  return {
    typed,
    type: (text) => {
      setTyped(text)
      if (needleOf(text) === undefined) setFound(none)
    },
    needle,
    matches,
    place,
    row,
    step: (by) => {
      if (matches > 0) void show((place + by + matches) % matches, matches).catch(() => {})
      return undefined
    },
  }
}
