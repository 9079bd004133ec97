import { useEffect, useMemo, useState } from 'react'
import { useNodeState } from '../../../entities/use-node-status.ts'
import { fileIn } from '../../ledger-export/run/deliver-file.ts'
import { restoreRuns } from '../../ledger-export/run/restore.ts'
import { runStore } from '../../ledger-export/run/run-store.ts'
import type { LedgerSearch } from '../search.ts'
import type { Source } from './session.ts'

/** What the address asks of the node; undefined without a party. */
export function useRequested({ partyId, assetId, from, to }: LedgerSearch): Source | undefined {
  const { base } = useNodeState()
  return useMemo(() => {
    if (partyId === undefined) return undefined
    const request = { partyId, ...(assetId && { assetId }), ...(from && { from }), ...(to && { to }) }
    return { kind: 'node', request, base }
  }, [partyId, assetId, from, to, base])
}

/** The file of an export of this tab; `gone` when it is no longer here. */
export function useRunFile(id: string | undefined): Source | 'gone' | undefined {
  const [found, setFound] = useState<{ id: string; source: Source | 'gone' }>()
  useEffect(() => {
    if (id === undefined) return
    const find = async (): Promise<Source> => {
      await restoreRuns()
      const run = runStore.get(id)
      if (!run) throw new Error('no such export')
      return { kind: 'file', file: await fileIn(run.file.target), name: run.file.name, party: run.request.partyId }
    }
    find().then(
      (source) => setFound({ id, source }),
      () => setFound({ id, source: 'gone' }),
    )
  }, [id])
  return found?.id === id ? found?.source : undefined
}
