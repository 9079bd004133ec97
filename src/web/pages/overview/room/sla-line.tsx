import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMarkets } from '../../../entities/labels.ts'
import {
  minPollMs,
  type Positions,
  positionsQuery,
  useSlaVerdict,
  useSlaWords,
} from '../../../features/liquidity-providers/index.ts'
import type { SlaVerdict } from '../../../../wire/sla/sla-verdict.ts'
import { shortId } from '../../../format/id.ts'
import styles from './heat-wall.module.css'

/** The position that needs the provider first: what it can still act on comes before what is lost. */
const urgency: readonly SlaVerdict['state'][] = [
  'failing',
  'passes-if',
  'lost',
  'stale',
  'unknown',
  'waiting',
  'passing',
]

/** Most watched parties provide no liquidity: those are asked for positions once in this time, in milliseconds. */
const absentMs = 300_000

interface JudgedPosition {
  verdict: SlaVerdict
  marketId: string
}

function Words({ position, others }: { position: JudgedPosition; others: number }): ReactNode {
  const { byId } = useMarkets()
  const { word, more, state, derived } = useSlaWords(position)
  const advice = ['Failing', 'Passing', 'Stale'].includes(word) ? more : `${word} ${more}`
  return (
    <small className={styles.sla} data-state={state} title={derived}>
      SLA {byId.get(position.marketId)?.code ?? shortId(position.marketId)}: {advice}
      {others > 0 && ` (${others} more)`}
    </small>
  )
}

function MostUrgent({ rows, total, readAt }: Positions & { readAt: number }): ReactNode {
  const slaOf = useSlaVerdict(readAt, minPollMs)
  const positions = rows.map(({ provider }) => ({ verdict: slaOf(provider), marketId: provider.marketId }))
  const [first] = positions.toSorted((a, b) => urgency.indexOf(a.verdict.state) - urgency.indexOf(b.verdict.state))
  return first && <Words position={first} others={total - 1} />
}

/** What a provider has to do for its SLA and until when, of the position that needs it first; nothing for other parties. */
export function SlaLine({ partyId }: { partyId: string }): ReactNode {
  const { data, dataUpdatedAt, isError } = useQuery(positionsQuery(partyId, absentMs))
  if (!data) return isError && <small className={styles.sla}>SLA: not loaded</small>
  return data.rows.length > 0 && <MostUrgent {...data} readAt={dataUpdatedAt} />
}
