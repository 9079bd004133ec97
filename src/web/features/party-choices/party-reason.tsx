import { plural } from '../../format/words.ts'
import { rowsOf } from '../../infinite-list/list.ts'
import { useListing } from '../../infinite-list/use-infinite-list.ts'
import { liquidityProvidersQuery } from '../liquidity-providers/query.ts'
import { shortLeverage } from '../margin-modes/leverage.ts'
import { marginModesQuery } from '../margin-modes/query.ts'
import { summarise } from '../margin-modes/summary.ts'

function HighestLeverage({ partyId }: { partyId: string }) {
  const modes = useListing(marginModesQuery({ partyId }))
  const [highest] = summarise([{ startsAt: 0, edges: rowsOf(modes).map((node) => ({ node })) }]).highest
  return highest && <small title={`${highest.leverage}x`}>Isolated {shortLeverage(highest.leverage)}</small>
}

/**
 * What a party is busy with: where it provides liquidity, else its highest isolated leverage. Nothing while neither is known.
 * A provider is not asked for its leverage: the list of parties would send twice as many requests.
 */
export function PartyReason({ partyId }: { partyId: string }) {
  const positions = useListing(liquidityProvidersQuery({ partyId }))
  if (positions.count > 0) return <small>Provides in {plural(positions.count, 'market')}</small>
  return positions.status === 'waiting' ? null : <HighestLeverage partyId={partyId} />
}
