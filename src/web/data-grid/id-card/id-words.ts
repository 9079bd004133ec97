import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { assetsQuery } from '../../entities/asset/labels.ts'
import { marketsQuery } from '../../entities/market/labels.ts'
import { linkTo } from '../../router/link-to.ts'
import { usePartyName } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import type { ShownId } from './use-id-card.ts'

type Links = readonly (readonly [label: string, href: string])[]

interface IdWords {
  /** What it is called; undefined without a name. */
  name: string | undefined
  what: string
  links: Links
}

const stateWords = (state: string): string =>
  state
    .replace(/^STATE_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')

function marketWords(client: QueryClient, marketId: string): IdWords {
  const market = client.getQueryData(marketsQuery().queryKey)?.get(marketId)
  const links: Links = [
    ['Market', linkTo('/markets/$marketId', { marketId })],
    ['Candles', linkTo('/markets/$marketId/candles', { marketId })],
    ['Liquidity providers', linkTo('/liquidity-providers', { marketId })],
    ['Margin modes', linkTo('/margin-modes', { marketId })],
  ]
  if (!market) return { name: undefined, what: 'Market without a name on this node', links }
  const product = market.product === 'unknown' ? 'market' : `${market.product} market`
  return { name: market.code || market.name, what: `${market.name}, ${product}, ${stateWords(market.state)}`, links }
}

function assetWords(client: QueryClient, assetId: string): IdWords {
  const asset = client.getQueryData(assetsQuery().queryKey)?.get(assetId)
  const links: Links = [['Asset', linkTo('/assets/$assetId', { assetId })]]
  if (!asset) return { name: undefined, what: 'Asset without a name on this node', links }
  return { name: asset.symbol, what: `${asset.name}, asset, ${asset.decimals} decimals`, links }
}

const partyLinks = (partyId: string): Links => [
  ['Party', linkTo('/parties/$partyId', { partyId })],
  ['Spam limits', linkTo('/spam/$partyId', { partyId })],
  ['Margin modes', linkTo('/margin-modes', { partyId })],
  ['Team history', linkTo('/teams/referees/$referee', { referee: partyId })],
  ['Liquidity positions', linkTo('/liquidity-providers', { partyId })],
  ['Ledger export', linkTo('/ledger-export', { partyId })],
]

/** What is known of an id without a request: loaded labels and the reader's own names. */
export function useIdWords({ id, kind }: ShownId): IdWords {
  const client = useQueryClient()
  const watched = usePreference('watched')
  const name = usePartyName(id)
  if (kind === 'market') return marketWords(client, id)
  if (kind === 'asset') return assetWords(client, id)
  if (kind === 'team') {
    return {
      name: undefined,
      what: 'Team',
      links: [['Known joins of this team', linkTo('/teams/$teamId', { teamId: id })]],
    }
  }
  const what = id === 'network' ? 'The network itself' : watched.includes(id) ? 'Party, watched' : 'Party'
  return { name, what, links: partyLinks(id) }
}
