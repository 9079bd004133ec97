import { LRUCache } from 'lru-cache'
import type {
  LiquidityProvider,
  LiquidityProviderFeeShare,
  LiquidityProviderSla,
  listLiquidityProviders,
} from '../../../wire/liquidity-providers.ts'
import { stateSql } from '../../database/chain.ts'
import { type Db, perDatabase } from '../../database/db.ts'
import { invalid } from '../../fault.ts'
import { Json } from '../../json-text.ts'
import { type KeysetList, edgesStatement, readPage, textOfEdges } from '../../sql/keyset.ts'
import { type Plan, planPage } from '../../sql/page.ts'
import { id, json, nullUnless, record, text } from '../../sql/record.ts'
import { type Bind, StatementParameters, idBytes, idName } from '../../sql/statement.ts'
import { orAborted } from '../../../client/timer.ts'
import { type Handler, withRefusal } from '../handler.ts'

/** A member of the stored JSON; what was never set is empty text (wire.md 7). */
const stored = (object: string, name: string) => text(`coalesce(${object} ->> '${name}', '')`)

const list = (column: string): string => `case jsonb_typeof(${column}) when 'array' then ${column} else '[]'::jsonb end`

const listing: Omit<KeysetList, 'from'> = {
  node: record<LiquidityProvider>({
    partyId: text('f.party'),
    marketId: id('f.market'),
    feeShare: record<LiquidityProviderFeeShare>({
      party: text('f.party'),
      equityLikeShare: stored('f.share', 'equity_like_share'),
      averageEntryValuation: stored('f.share', 'average_entry_valuation'),
      averageScore: stored('f.share', 'average_score'),
      virtualStake: stored('f.share', 'virtual_stake'),
    }),
    sla: nullUnless(
      'f.sla is not null',
      record<LiquidityProviderSla>({
        party: stored('f.sla', 'party'),
        currentEpochFractionOfTimeOnBook: stored('f.sla', 'current_epoch_fraction_of_time_on_book'),
        lastEpochFractionOfTimeOnBook: stored('f.sla', 'last_epoch_fraction_of_time_on_book'),
        lastEpochFeePenalty: stored('f.sla', 'last_epoch_fee_penalty'),
        lastEpochBondPenalty: stored('f.sla', 'last_epoch_bond_penalty'),
        hysteresisPeriodFeePenalties: json(list(`f.sla -> 'hysteresis_period_fee_penalties'`)),
        requiredLiquidity: stored('f.sla', 'required_liquidity'),
        notionalVolumeBuys: stored('f.sla', 'notional_volume_buys'),
        notionalVolumeSells: stored('f.sla', 'notional_volume_sells'),
      }),
    ),
  }),
  cursor: [
    { name: 'marketId', kind: 'id', sql: 'f.market' },
    { name: 'partyId', kind: 'text', sql: 'f.party' },
    { name: 'ordinality', kind: 'integer', sql: 'f.ordinality' },
  ],
}

/** The requested filters as the database stores them; a party's name is its JSON text. */
interface Filters {
  market: string | undefined
  party: { bytes: string; name: string } | undefined
}

const all = (parts: readonly string[]): string => (parts.length === 0 ? '' : `where ${parts.join(' and ')}`)

/** Provisions that count. The filters are repeated on all three tables, so that each is narrowed before it is joined. */
function liveProvisions({ market, party }: Filters, bind: Bind, columns: string): string {
  const where = [`p.status::text in ('STATUS_ACTIVE', 'STATUS_UNDEPLOYED', 'STATUS_PENDING')`]
  if (market !== undefined) where.push(`p.market_id = ${bind(market, 'bytea')}`)
  if (party) where.push(`p.party_id = ${bind(party.bytes, 'bytea')}`)
  return `select ${columns} from live_liquidity_provisions p ${all(where)}`
}

/** A column that holds an array, else NULL. Named twice, as in a `case`, it would be decompressed twice. */
const array = (column: string): string => `jsonb_path_query_first(${column}, 'strict $ ? (@.type() == "array")')`

function elementsOf(column: string, filters: Filters, bind: Bind): string {
  const { market, party } = filters
  const where: string[] = []
  if (market !== undefined) where.push(`m.market = ${bind(market, 'bytea')}`)
  // Without its market a party would have the arrays of all markets unpacked.
  else where.push(`(m.market in (${liveProvisions(filters, bind, 'p.market_id')})) is true`)
  if (party) where.push(`e.value ->> 'party' = ${bind(party.name, 'text')}`)
  return `current_market_data m
    cross join lateral jsonb_array_elements(${array(`m.${column}`)}) with ordinality as e (value, ordinality) ${all(where)}`
}

const shares = (filters: Filters, bind: Bind, more = ''): string => `
  select m.market, e.value ->> 'party' collate "C" as party, e.value as share, e.ordinality${more}
  from ${elementsOf('liquidity_provider_fee_shares', filters, bind)}`

/** The shares of all parties, each with its service level: the arrays are unpacked once and joined, not unpacked for each share. */
const sharesOfAll = (filters: Filters, bind: Bind): string => `
  select f.market, f.party, f.ordinality, f.share, s.sla
  from (${shares(filters, bind)}) f
  left join (
    select distinct on (m.market, e.value ->> 'party') m.market, e.value ->> 'party' collate "C" as party, e.value as sla
    from ${elementsOf('liquidity_provider_sla', filters, bind)}
    order by m.market, e.value ->> 'party', e.ordinality
  ) s on s.market = f.market and s.party = f.party`

/**
 * The shares of one party: its service level is found in the array, which is not unpacked. OFFSET has it looked for once,
 * not again for each member that is read from it.
 */
const sharesOfOne = (party: string, filters: Filters, bind: Bind): string => {
  const level = `jsonb_path_query_first(m.liquidity_provider_sla, 'strict $[*] ? (@.party == $party)',
      jsonb_build_object('party', ${bind(party, 'text')}), true)`
  return `${shares(filters, bind, `, ${level} as sla`)} offset 0`
}

/** `is true` has the provisions hashed; as a join they would be compared with every share. */
const providers =
  (filters: Filters) =>
  (bind: Bind): string =>
    `(
    select f.market, f.party, f.ordinality, f.share, f.sla
    from (${filters.party ? sharesOfOne(filters.party.name, filters, bind) : sharesOfAll(filters, bind)}) f
    where ((f.market, f.party) in (${liveProvisions(filters, bind, `p.market_id, encode(p.party_id, 'hex')`)})) is true
  ) f`

/** The edges of a market's fee shares by their party's name, in ascending order. */
type MarketEdges = ReadonlyMap<string, readonly string[]>

/** The edges of markets, by their stored bytes, at one state of a database. */
interface AtState {
  state: string
  markets: LRUCache<string, MarketEdges, (signal: AbortSignal) => Promise<MarketEdges>>
}

const maxBytes = 32_000_000
/** What an edge, and an entry, take besides their text, about. */
const edgeBytes = 200
const entryBytes = 500
/** As for finished bodies: the snapshot of a standby can miss a commit (decision 30). */
const maxAgeMs = 60_000

const cachedAt = perDatabase((): { latest?: AtState } => ({}))

const atState = (state: string): AtState => ({
  state,
  markets: new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: (edges) =>
      [...edges.values()].flat().reduce((sum, { length }) => sum + length + edgeBytes, entryBytes),
    ttl: maxAgeMs,
    fetchMethod: (_market, _stale, { signal, context }) => context(signal),
  }),
})

/** The edges of a market, named by its stored bytes. */
async function readMarket(db: Db, market: string, signal: AbortSignal): Promise<MarketEdges> {
  const { bind, values } = new StatementParameters()
  const ofMarket = { ...listing, from: providers({ market, party: undefined }) }
  const rows = await db.rows(edgesStatement(ofMarket, 'f.party', bind), values, signal)
  const edges = new Map<string, string[]>()
  for (const [party, edge] of rows) {
    const same = edges.get(party ?? '')
    if (same) same.push(edge ?? '')
    else edges.set(party ?? '', [edge ?? ''])
  }
  return edges
}

/**
 * The edges in ascending order, from the cache where a block's second request has filled it; undefined for the first one,
 * for which reading what it shows costs less. Unpacking the arrays of a market costs more than a page, and the arrays are all
 * that a data node has. Requests in flight share one read. Rejects as Db.rows does.
 */
async function readEdgesOf(db: Db, filters: Filters, signal?: AbortSignal): Promise<string[] | undefined> {
  const { market: only, party } = filters
  const { bind, values } = new StatementParameters()
  const markets = only === undefined ? liveProvisions(filters, bind, 'p.market_id') : `select ${bind(only, 'bytea')}`
  // One statement, so that state and markets belong together.
  const sql = `select ${stateSql}, array_to_string(array(select distinct encode(m.id, 'hex') collate "C" from (${markets}) m (id) order by 1), ',')`
  const [[state, names] = []] = await db.rows(sql, values, signal)
  if (!state) return undefined
  const cache = cachedAt(db)
  const latest = cache.latest
  if (latest?.state !== state) {
    // A new one, not the old one emptied: a read that is still in flight ends in the old one.
    cache.latest = atState(state)
    return undefined
  }
  const edges: string[] = []
  for (const name of names ? names.split(',') : []) {
    const market = `\\x${name}`
    const context = (ended: AbortSignal) => readMarket(db, market, ended)
    const found = latest.markets.get(market) ?? (await orAborted(latest.markets.fetch(market, { context }), signal))
    if (party) edges.push(...(found?.get(party.name) ?? []))
    else for (const some of found?.values() ?? []) edges.push(...some)
  }
  return edges
}

/**
 * One record for each fee share of a party with a live provision. Filters are ANDed. Throws BadInput for a bad id or cursor.
 * Pages without a cursor are cut from the cached edges of their markets where there are any (decision 30).
 */
export async function readLiquidityProviders(
  db: Db,
  { marketId, partyId }: { marketId?: string | undefined; partyId?: string | undefined },
  plan: Plan,
  signal?: AbortSignal,
): Promise<string> {
  const market = marketId === undefined ? undefined : idBytes(marketId)
  const party = partyId === undefined ? undefined : { bytes: idBytes(partyId), name: idName(partyId) }
  const filters = { market, party }
  if (plan.cursor === undefined) {
    const edges = await readEdgesOf(db, filters, signal)
    if (edges) return textOfEdges(listing, plan, edges)
  }
  return readPage(db, { ...listing, from: providers(filters) }, plan, { signal })
}

/** The active liquidity providers of a market, of a party, or of a party on a market. */
export const liquidityProviders: Handler<typeof listLiquidityProviders> = async (
  { db, signal },
  { pagination, ...filters },
) => {
  const { marketId, partyId } = filters
  if (marketId === undefined && partyId === undefined) {
    throw invalid('malformed request', 'marketId or partyId or both must be provided', 10_015)
  }
  const plan = planPage(pagination)
  const refusal = {
    message: 'failed to get liquidity providers',
    inner: (error: Error) => `marketID: ${marketId ?? ''}: ${error.message}`,
  }
  const text = await withRefusal(refusal, async () => readLiquidityProviders(db, filters, plan, signal))
  return { liquidityProviders: new Json(text) }
}
