import { IgnoredParamsWarning } from '../../entities/warnings.tsx'
import { lazy, Suspense, useMemo, useState, useEffect } from 'react'
import { PartyCell } from '../../entities/entity-cells.tsx'
import { goSearch } from '../../router/navigate.ts'
import { useSearch } from '../../router/use-location.ts'
import { instantRangeOf } from '../../ledger/range.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FileButton, useDropped } from '../../ui/inputs/file-button.tsx'
import { RequestBar } from './panels/request-bar.tsx'
import { StatementView } from './panels/statement-view.tsx'
import { readLedgerSearch, type LedgerSearch } from './search.ts'
import styles from './page.module.css'
import { useNodeState } from '../../entities/use-node-status.ts'
import { exportedFile } from '../ledger-export/index.ts'
import { useAllDecimals } from '../ledger/index.ts'
import type { Source } from './reading/session.ts'

/** Not needed where the address names a party. */
const NoStatement = lazy(async () => ({ default: (await import('./open/no-statement.tsx')).NoStatement }))

type Opened = Extract<Source, { kind: 'file' }>

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
  const openButton = (
    <FileButton
      label="Ledger export to open"
      accept=".csv,.gz,text/csv,application/gzip"
      onFiles={([file]) => open(file)}
    >
      Open a CSV
    </FileButton>
  )
  const source = opened ?? (search.run === undefined ? requested : fromRun)
  return (
    <div className={styles.page} data-dragging={dragging || undefined}>
      <IgnoredParamsWarning read={readLedgerSearch} />
      {source === undefined || source === 'gone' ? (
        <>
          {/* At once, since a page that is gone to takes the focus at its title. */}
          <PageHead title="Statement" sub="Every account movement of a party, with its balances" />
          <Suspense fallback={<Skeleton rows={8} />}>
            <NoStatement search={search} gone={source === 'gone'} open={openButton} />
          </Suspense>
        </>
      ) : (
        <StatementView source={source} search={search} decimals={decimals} open={openButton}>
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

/** What the address asks of the node; undefined without a party. */
function useRequested({ partyId, assetId, from, to }: LedgerSearch): Source | undefined {
  const { base } = useNodeState('base')
  return useMemo(() => {
    if (partyId === undefined) return undefined
    const request = { partyId, ...(assetId && { assetId }), ...instantRangeOf({ from, to }) }
    return { kind: 'node', request, base }
  }, [partyId, assetId, from, to, base])
}

/** The file of an export of this tab; `gone` when it is no longer here. */
function useRunFile(id: string | undefined): Source | 'gone' | undefined {
  const [found, setFound] = useState<{ id: string; source: Source | 'gone' }>()
  useEffect(() => {
    if (id === undefined) return
    exportedFile(id).then(
      (found) => setFound({ id, source: { kind: 'file', ...found } }),
      () => setFound({ id, source: 'gone' }),
    )
  }, [id])
  return found?.id === id ? found?.source : undefined
}
