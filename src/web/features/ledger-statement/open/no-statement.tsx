import { lazy, type ReactNode, Suspense } from 'react'
import { IdField } from '../../../grid/toolbar/filters.tsx'
import { goSearch } from '../../../router/navigate.ts'
import { stringifySearch } from '../../../router/search.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import type { LedgerSearch } from '../search.ts'
import styles from '../page.module.css'

const PartyChoices = lazy(async () => ({
  default: (await import('../../party-choices/party-choices.tsx')).PartyChoices,
}))

interface NoStatementProps {
  search: LedgerSearch
  gone: boolean
  open: ReactNode
}

/** Parties to start with, while none is named: asset, range and zone of the address are those of the statement. */
function Choose({ search, open }: Pick<NoStatementProps, 'search' | 'open'>) {
  const { assetId, from, to, zone } = search
  const rest = { assetId, from, to, zone }
  return (
    <div className={styles.choose}>
      <Panel title="Choose a party">
        <div className={styles.start}>
          <IdField
            label="Party"
            value={undefined}
            placeholder="Public key or nickname"
            onChange={(partyId) => partyId !== undefined && goSearch({ partyId, ...rest })}
          />
          {open}
        </div>
        <p className="quiet below">
          A ledger export can also be dropped anywhere on this page. It stays in this browser and is sent nowhere.
        </p>
      </Panel>
      <Suspense fallback={null}>
        <PartyChoices hrefOf={(partyId) => `/ledger${stringifySearch({ partyId, ...rest })}`} />
      </Suspense>
    </div>
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

/** Shown without a statement: the question whose, or why a file cannot be read. */
export function NoStatement({ search, gone, open }: NoStatementProps) {
  return (
    <>
      {gone ? <Gone search={search} /> : null}
      {!gone && search.run !== undefined ? <Skeleton rows={6} /> : null}
      {search.run === undefined ? <Choose search={search} open={open} /> : null}
    </>
  )
}
