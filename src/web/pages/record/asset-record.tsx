import { queryOptions, useQuery } from '@tanstack/react-query'
import { getAsset, type Asset } from '../../../wire/network.ts'
import { ask } from '../../client/request.ts'
import { assetLabel, useAssets, type AssetLabel, type MarketLabel, marketsQuery } from '../../entities/labels.ts'
import { enumWords, nounFor, plural } from '../../format/words.ts'
import { MarketCell } from '../../entities/entity-cells.tsx'
import { AmountCell, MissingCell } from '../../entities/value-cells.tsx'
import { InvalidIdWarning } from '../../entities/warnings.tsx'
import { SubjectTitle } from '../../entities/subject-title.tsx'
import { shortId } from '../../format/id.ts'
import { usePanelGroup } from '../../list/panel-group.tsx'
import { type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { linkTo } from '../../router/link-to.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { FactList, Facts, fact, type Fact } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ColumnTable, type PlainColumn } from '../../ui/display/table.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { useTabName } from '../../ui/feedback/tab-state.ts'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { RecordView } from './record-view.tsx'
import { presenceOf } from '../../format/failure.ts'
import * as v from 'valibot'

const maybe = v.fallback(v.optional(v.string()), undefined)
const Origin = v.object({
  details: v.object({
    erc20: v.object({ contractAddress: maybe, chainId: maybe, lifetimeLimit: maybe, withdrawThreshold: maybe }),
  }),
})

/** Where the asset comes from, as its record says; no facts for an asset of the network itself. */
function originFacts(asset: Asset, { decimals }: AssetLabel): Fact[] {
  const read = v.safeParse(Origin, asset)
  if (!read.success) return [fact('Kind', 'built in: issued by the network itself')]
  const { contractAddress, chainId, lifetimeLimit, withdrawThreshold } = read.output.details.erc20
  const amount = (label: string, raw: string | undefined): Fact[] =>
    raw === undefined ? [] : [fact(label, <AmountCell raw={raw} decimals={decimals} />)]
  return [
    fact('Kind', 'ERC-20 token'),
    fact('Contract', contractAddress === undefined ? 'not reported' : <code className="mono">{contractAddress}</code>),
    fact('Chain id', chainId ?? 'not reported'),
    ...amount('Lifetime limit', lifetimeLimit),
    ...amount('Withdrawal delayed from', withdrawThreshold),
  ]
}

function detailFacts({ symbol, name, decimals, quantum, status }: AssetLabel): Fact[] {
  return [
    fact('Symbol', symbol),
    fact('Name', name),
    fact('Status', enumWords(status)),
    fact('Decimals', decimals),
    fact(
      'Quantum',
      quantum === '' ? (
        <MissingCell reason="not reported" words />
      ) : (
        <>
          <AmountCell raw={quantum} decimals={decimals} /> {symbol}
        </>
      ),
    ),
  ]
}

const assetQuery = (assetId: string) =>
  queryOptions({
    queryKey: [getAsset.name, assetId],
    queryFn: async ({ signal }) => (await ask(getAsset, { assetId }, { signal })).asset,
    staleTime: 10 * 60_000,
  })

const settlingIn = ({ length }: readonly MarketLabel[]): string =>
  length === 0
    ? '; no market of this node settles in it'
    : `; ${plural(length, 'market')} of this node ${nounFor(length, 'settles', 'settle')} in it`

const marketColumns: readonly PlainColumn<MarketLabel>[] = [
  { head: 'Market', cell: ({ id }) => <MarketCell id={id} /> },
  { head: 'Product', cell: ({ product }) => (product === 'unknown' ? 'not reported' : product) },
  { head: 'State', cell: ({ state }) => enumWords(state) },
]

function OwnDecimals({ id }: { id: string }) {
  const own = usePreference('decimals')[id]
  return own === undefined ? 'Its amounts are shown as received.' : `You have set ${plural(own, 'decimal')} for it.`
}

function MarketsPanel({ query, markets }: { query: PanelQuery<unknown>; markets: readonly MarketLabel[] }) {
  return (
    <Panel flush title="Markets that settle in it" count={markets.length || undefined}>
      <QueryPanel
        query={query}
        what="the markets"
        rows={4}
        columns={3}
        flush
        none={{
          absent: (
            <Empty title="This node does not list its markets">So it is unknown which ones settle in this asset.</Empty>
          ),
        }}
      >
        {() =>
          markets.length > 0 ? (
            <ColumnTable
              label="Markets that settle in it"
              columns={marketColumns}
              rows={markets}
              rowKey={({ id }) => id}
            />
          ) : (
            <div className="inside">
              <Empty title="No market settles in this asset">Fees or rewards may still be paid in it.</Empty>
            </div>
          )
        }
      </QueryPanel>
    </Panel>
  )
}

/** An asset: what the node's record says, and what settles in it. */
export function AssetRecord({ id }: { id: string }) {
  const assets = useAssets()
  const group = usePanelGroup(id, { Details: useQuery(assetQuery(id)), Markets: useQuery(marketsQuery()) })
  const { Details: record, Markets: all } = group.queries
  const label = record.data ? assetLabel(record.data) : assets.byId.get(id)
  const markets = all.data && [...all.data.values()].filter(({ settlementAsset }) => settlementAsset === id)
  const presence = presenceOf(label, record.error, assets.state)
  const symbol = label?.symbol
  const name = symbol || shortId(id)
  useTabName('Asset', symbol)
  return (
    <RecordView
      head={
        <>
          <SubjectTitle
            id={id}
            kind="asset"
            name={name}
            named={label !== undefined}
            what={label ? label.name : 'Asset'}
            freshness={record}
          />
          <InvalidIdWarning id={id} />
        </>
      }
      about="this asset"
      presence={presence}
      // Its last part is still to come: the sentence is shown whole, so that it does not grow by a line.
      waiting={label !== undefined && all.data === undefined && !all.error}
      title={{
        known: label
          ? `${label.symbol}, ${label.name}: ${enumWords(label.status)}, ${plural(label.decimals, 'decimal')}${markets ? settlingIn(markets) : ''}.`
          : '',
        waiting: 'Loading this asset',
        failed: `Asset ${shortId(id)} could not be loaded.`,
        absent: `Asset ${shortId(id)} is not described by this node.`,
        unknown: 'No asset of this node has this id.',
      }}
      context={label ? 'Amounts arrive in its smallest unit and are shown with its decimals.' : <OwnDecimals id={id} />}
      action={
        label ? (
          <ButtonLink href={linkTo('/ledger', { assetId: id })} icon="columns">
            Statements in this asset
          </ButtonLink>
        ) : (
          <ButtonLink href={linkTo('/settings', { decimals: id })} icon="settings">
            Set its decimals
          </ButtonLink>
        )
      }
      facts={{
        title: 'Details',
        end: 'from the node’s record of this asset',
        query: group.panels.Details,
        rows: 6,
        // The list of assets has named it, where there are no records of single ones.
        absent: label && <FactList title="Asset" facts={detailFacts(label)} />,
        children: (asset) => (
          <Facts>
            <FactList title="Asset" facts={detailFacts(assetLabel(asset))} />
            <FactList title="Origin" facts={originFacts(asset, assetLabel(asset))} />
          </Facts>
        ),
      }}
      group={group}
    >
      {presence !== 'unknown' && <MarketsPanel query={group.panels.Markets} markets={markets ?? []} />}
    </RecordView>
  )
}
