import { useMemo } from 'react'
import { DataGrid } from '../../../data-grid/data-grid.tsx'
import { ColumnsMenu } from '../../../data-grid/columns/columns-menu.tsx'
import { useZone } from '../../../preferences/use-preferences.ts'
import { useObservable } from '../../../use-observable.ts'
import { previewColumns } from '../../ledger-export/panels/preview-columns.tsx'
import type { Session } from '../reading/session.ts'
import { useReading, useRemoteFind, useRows } from '../reading/use-session.ts'
import { countWords, endingOf } from '../words.ts'
import styles from '../page.module.css'

/** The name under which the reader's columns are kept. */
const list = 'ledger-statement'

/** The shown rows, those in view from the worker. */
export function RowsPanel({ session, decimals }: { session: Session; decimals: Readonly<Record<string, number>> }) {
  const zone = useZone()
  const reading = useReading(session)
  const listing = useRows(session)
  const find = useRemoteFind(session, decimals)
  const one = useObservable(session.choices).assets.length === 1
  const columns = useMemo(() => previewColumns(zone, (asset) => decimals[asset], one), [zone, decimals, one])
  return (
    <section className={styles.rows} aria-labelledby="entries">
      <div className={styles.head}>
        <h2 id="entries">Entries</h2>
        <output>{countWords(reading, endingOf(reading, session.source))}</output>
        <span className={styles.end}>
          <ColumnsMenu list={list} columns={columns} />
        </span>
      </div>
      <DataGrid label="Entries" list={list} columns={columns} listing={listing} remote={find} foot={false} />
    </section>
  )
}
