import { LRUCache } from 'lru-cache'
import { untilAborted } from '../../until-aborted.ts'
import { type Db, perDatabase } from '../db.ts'
import { type Listing, edgesStatement } from '../keyset.ts'
import { stateSql } from '../network/chain.ts'
import { type Bind, Parameters } from '../sql.ts'

/** The edges of a market's fee shares by their party's name, in ascending order. */
type MarketEdges = ReadonlyMap<string, readonly string[]>

/** Which edges are wanted. */
interface Wanted {
  /** The list of a market, named by its stored bytes. */
  listing: (market: string) => Listing
  /** SQL of the stored bytes of the markets; repeated ones count once. */
  markets: (bind: Bind) => string
  /** Only those of this party, by its name. */
  party: string | undefined
}

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

const atStates = perDatabase<AtState>()

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

async function readMarket(db: Db, listing: Listing, signal: AbortSignal): Promise<MarketEdges> {
  const { bind, values } = new Parameters()
  const rows = await db.rows(edgesStatement(listing, 'f.party', bind), values, signal)
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
export async function readEdgesOf(
  db: Db,
  { listing, markets, party }: Wanted,
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  const { bind, values } = new Parameters()
  // One statement, so that state and markets belong together.
  const sql = `select ${stateSql}, array_to_string(array(select distinct encode(m.id, 'hex') collate "C" from (${markets(bind)}) m (id) order by 1), ',')`
  const [[state, names] = []] = await db.rows(sql, values, signal)
  if (!state) return undefined
  const known = atStates(db).get('')
  if (known?.state !== state) {
    // A new one, not the old one emptied: a read that is still in flight ends in the old one.
    atStates(db).set('', atState(state))
    return undefined
  }
  const edges: string[] = []
  for (const name of names ? names.split(',') : []) {
    const market = `\\x${name}`
    const context = (ended: AbortSignal) => readMarket(db, listing(market), ended)
    const found = known.markets.get(market) ?? (await untilAborted(known.markets.fetch(market, { context }), signal))
    if (party === undefined) for (const some of found?.values() ?? []) edges.push(...some)
    else edges.push(...(found?.get(party) ?? []))
  }
  return edges
}
