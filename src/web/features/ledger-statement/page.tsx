import { OddTimes } from '../../entities/odd-id.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAssets } from '../../entities/asset/labels.ts'
import { PartyCell } from '../../entities/party/cell.tsx'
import { usePreference } from '../../preferences/use-preferences.ts'
import { goSearch } from '../../router/navigate.ts'
import { useSearch } from '../../router/use-location.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useDropped } from '../../ui/inputs/use-dropped.ts'
import { type Opened, OpenFile } from './open/open-file.tsx'
import { RequestBar } from './panels/request-bar.tsx'
import { StatementView } from './panels/statement-view.tsx'
import { readLedgerSearch } from './search.ts'
import { useRequested, useRunFile } from './reading/use-source.ts'
import styles from './page.module.css'

/** Not needed where the address names a party. */
const NoStatement = lazy(async () => ({ default: (await import('./open/no-statement.tsx')).NoStatement }))

/** Decimals of each asset: from the node, else from the settings. */
function useAllDecimals(): Readonly<Record<string, number>> {
  const { byId } = useAssets()
  const decimals = usePreference('decimals')
  return useMemo(
    () => ({ ...decimals, ...Object.fromEntries([...byId.values()].map(({ id, decimals: own }) => [id, own])) }),
    [byId, decimals],
  )
}

/** The file that is read, and how to leave it. */
function FileBar({ source, onClose }: { source: Opened; onClose: (() => void) | undefined }) {
  return (
    <Panel>
      <p className={styles.file}>
        <span>
          File <b>{source.name}</b>
        </span>
        {source.party !== undefined && <PartyCell id={source.party} />}
        {onClose && (
          <Button variant="bare" icon="x" onClick={onClose}>
            Close the file
          </Button>
        )}
      </p>
    </Panel>
  )
}

/** The ledger of one party as a statement: read from the node, from an export of this tab, or from a file. */
export function LedgerStatementPage() {
  const search = useSearch(readLedgerSearch)
  const decimals = useAllDecimals()
  const requested = useRequested(search)
  const fromRun = useRunFile(search.run)
  const [opened, setOpened] = useState<Opened>()
  const open = (file: File) => {
    setOpened({ kind: 'file', file, name: file.name, party: undefined })
    // What is filtered in another ledger is not filtered in this one.
    goSearch({ zone: search.zone }, { replace: true })
  }
  const dragging = useDropped(open)
  const source = opened ?? (search.run === undefined ? requested : fromRun)
  return (
    <div className={styles.page} data-dragging={dragging || undefined}>
      <OddTimes />
      {source === undefined || source === 'gone' ? (
        <>
          {/* At once, since a page that is gone to takes the focus at its title. */}
          <PageHead title="Statement" sub="Every account movement of a party, with its balances" />
          <Suspense fallback={<Skeleton rows={8} />}>
            <NoStatement search={search} gone={source === 'gone'} onOpen={open} />
          </Suspense>
        </>
      ) : (
        <StatementView
          source={source}
          search={search}
          decimals={decimals}
          open={<OpenFile onOpen={open}>Open a CSV</OpenFile>}
        >
          {source.kind === 'node' ? (
            <RequestBar search={search} />
          ) : (
            <FileBar source={source} onClose={opened && (() => setOpened(undefined))} />
          )}
        </StatementView>
      )}
      {dragging && (
        <p className={styles.drop} role="status">
          Drop a ledger export to read it as a statement
        </p>
      )}
    </div>
  )
}
