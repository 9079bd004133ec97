import { useMemo, useState } from 'react'
import { IdField } from '../../data-grid/toolbar/filter-fields.tsx'
import { useAssets } from '../../entities/asset/labels.ts'
import { PartyCell } from '../../entities/party/cell.tsx'
import { PartyChoices, usePartyGroups } from '../../entities/party/party-choices.tsx'
import { linkTo } from '../../link-to.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { goSearch } from '../../router/navigate.ts'
import { useSearch } from '../../router/use-location.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useDropped } from './open/use-dropped.ts'
import { type Opened, OpenFile } from './open/open-file.tsx'
import { RequestBar } from './panels/request-bar.tsx'
import { StatementView } from './panels/statement-view.tsx'
import { type LedgerSearch, readLedgerSearch } from './search.ts'
import { useRequested, useRunFile } from './reading/use-source.ts'
import styles from './page.module.css'

/** Decimals of each asset: from the node, else from the settings. */
function useAllDecimals(): Readonly<Record<string, number>> {
  const { byId } = useAssets()
  const { decimals } = usePreferences()
  return useMemo(
    () => ({ ...decimals, ...Object.fromEntries([...byId.values()].map(({ id, decimals: own }) => [id, own])) }),
    [byId, decimals],
  )
}

/** Parties to start with, while none is named. */
function Choose({ assetId, onOpen }: { assetId: string | undefined; onOpen: (file: File) => void }) {
  const groups = usePartyGroups()
  return (
    <div className={styles.choose}>
      <Panel title="Whose statement?">
        <div className={styles.start}>
          <IdField
            label="Party"
            value={undefined}
            placeholder="Public key or nickname"
            onChange={(partyId) => partyId !== undefined && goSearch({ partyId, assetId })}
          />
          <OpenFile onOpen={onOpen}>Open a CSV</OpenFile>
        </div>
        <p className={styles.note}>
          A ledger export can also be dropped anywhere on this page. It stays in this browser and is sent nowhere.
        </p>
      </Panel>
      <PartyChoices groups={groups} hrefOf={(partyId) => linkTo('/ledger', { partyId, ...(assetId && { assetId }) })} />
    </div>
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

/** The file of an export that is asked for, and is not here. */
function Gone({ search }: { search: LedgerSearch }) {
  const { run: _run, ...rest } = search
  return (
    <Notice
      state="watch"
      action={
        search.partyId !== undefined && (
          <Button icon="refresh" onClick={() => goSearch(rest, { replace: true })}>
            Read it from the node
          </Button>
        )
      }
    >
      The file of that export is no longer in this browser.
    </Notice>
  )
}

/** What stands in place of a statement: the question whose, or why a file cannot be read. */
function NoStatement(props: { search: LedgerSearch; gone: boolean; onOpen: (file: File) => void }) {
  const { search, gone, onOpen } = props
  return (
    <>
      <PageHead title="Statement" sub="every account movement of a party, with its balances" />
      {gone ? <Gone search={search} /> : null}
      {!gone && search.run !== undefined ? <Skeleton rows={6} /> : null}
      {search.run === undefined ? <Choose assetId={search.assetId} onOpen={onOpen} /> : null}
    </>
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
    goSearch({}, { replace: true })
  }
  const dragging = useDropped(open)
  const source = opened ?? (search.run === undefined ? requested : fromRun)
  return (
    <div className={styles.page} data-dragging={dragging || undefined}>
      {source === undefined || source === 'gone' ? (
        <NoStatement search={search} gone={source === 'gone'} onOpen={open} />
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
