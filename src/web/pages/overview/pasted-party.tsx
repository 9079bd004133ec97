import { useQuery } from '@tanstack/react-query'
import { enumWords } from '../../entities/enum-words.ts'
import type { MarketLabel } from '../../entities/market/labels.ts'
import type { SearchMatch } from '../../entities/search/resolve-search.ts'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { useVerdict } from '../../features/spam-statistics/verdict/use-verdict.ts'
import { failureLine } from '../../ui/feedback/failure-view.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import styles from './search-field.module.css'
import { failureOf } from '../../client/node-failure.ts'

/** What the node says of an id that was typed or pasted and is no market: a party with its state, or nothing it knows. */
export function PastedParty({ partyId }: { partyId: string }) {
  const { data, dataUpdatedAt, error } = useQuery({ ...spamStatisticsQuery(partyId), refetchInterval: false })
  const verdict = useVerdict({ partyId, data, dataUpdatedAt })
  if (error && !verdict) return <output className={styles.found}>{failureLine(failureOf(error), 'this id')}.</output>
  if (!verdict) return <output className={styles.found}>Looking up this id\u2026</output>
  if (verdict.worst === 'unrecorded') {
    return (
      <output className={styles.found}>
        <StateBadge state="unrecorded" /> This node has no party or market with this id. It may be a transaction hash,
        an order or a proposal, which Lyra does not read.
      </output>
    )
  }
  return (
    <output className={styles.found}>
      A party on this node: <StateBadge state={verdict.worst} /> {verdict.sentence}
    </output>
  )
}

/** The market whose id, or candle id, was typed or pasted, with its state; nothing when the node lists no such market. */
export function PastedMarket({ match, market }: { match: SearchMatch; market: MarketLabel | undefined }) {
  if (!market) return null
  return (
    <output className={styles.found}>
      {match.kind === 'candle' ? 'Candles of a market' : 'A market'} on this node: {market.code || market.name},{' '}
      {enumWords(market.state)}.
    </output>
  )
}
