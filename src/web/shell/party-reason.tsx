import { liquidityProvidersQuery } from '../features/liquidity-providers/query.ts'
import { shortLeverage } from '../features/margin-modes/leverage.ts'
import { marginModesQuery } from '../features/margin-modes/query.ts'
import { summarise } from '../features/margin-modes/summary.ts'
import { plural } from '../format/words.ts'
import { rowsOf } from '../infinite-list/list.ts'
import { useListing } from '../infinite-list/use-infinite-list.ts'

/** What a party is busy with: where it provides liquidity, else its highest isolated leverage. Nothing while neither is known. */
export function PartyReason({ partyId }: { partyId: string }) {
  const positions = useListing(liquidityProvidersQuery({ partyId }))
  const modes = useListing(marginModesQuery({ partyId }))
  if (positions.count > 0) return <small>Provides in {plural(positions.count, 'market')}</small>
  const [highest] = summarise([{ startsAt: 0, edges: rowsOf(modes).map((node) => ({ node })) }]).highest
  return highest && <small>Isolated {shortLeverage(highest.leverage)}</small>
}
