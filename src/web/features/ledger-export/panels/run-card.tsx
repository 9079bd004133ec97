import { type ReactNode, useEffect, useRef } from 'react'
import { AssetCell } from '../../../entities/asset/cell.tsx'
import { useZone } from '../../../preferences/use-preferences.ts'
import { PartyCell } from '../../../entities/party/cell.tsx'
import { rangeWords } from '../range-words.ts'
import type { Run } from '../run/run-model.ts'
import { runStore, useFocusRequest } from '../run/run-store.ts'
import styles from '../page.module.css'

/** The card of a run. It takes the focus when that is requested: the same export was started again. */
export function RunCard({ id, children }: { id: string; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null)
  const requested = useFocusRequest(id)
  useEffect(() => {
    if (!requested) return
    runStore.focused()
    card.current?.scrollIntoView({ block: 'nearest' })
    card.current?.focus()
  }, [requested])
  return (
    <div ref={card} tabIndex={-1} className={styles.card}>
      {children}
    </div>
  )
}

/** The party, asset and range of an export. */
export function RequestSummary({ run: { request } }: { run: Run }) {
  const zone = useZone()
  return (
    <p className={styles.request}>
      <PartyCell id={request.partyId} />
      {request.assetId !== undefined && <AssetCell id={request.assetId} />}
      <span>{rangeWords(request, zone)}</span>
    </p>
  )
}
