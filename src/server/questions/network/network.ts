import type * as wire from '../../../wire/network.ts'
import { code } from '../../../wire/protocol/error.ts'
import type { Reply } from '../../../wire/protocol/operation.ts'
import { readLastBlock } from '../../database/chain.ts'
import type { Db } from '../../database/db.ts'
import { Fault, invalid, notFound } from '../../fault.ts'
import { type KeysetList, emptyPage, readOne } from '../../sql/keyset.ts'
import { planPage } from '../../sql/page.ts'
import { id, json, nanosecondsOrZero, optional, record, text, word } from '../../sql/record.ts'
import { StatementParameters, isFullId, whereId } from '../../sql/statement.ts'
import { type Handler, findOne, listPage, withRefusal } from '../handler.ts'
import { inState, markets } from './markets.ts'

const assets = {
  node: record<Pick<wire.Asset, 'id' | 'details' | 'status'>>({
    id: id('a.id'),
    details: record({
      name: text('a.name'),
      symbol: text('a.symbol'),
      decimals: word(`coalesce(a.decimals, 0)::text`),
      quantum: word(`coalesce(trim_scale(a.quantum)::text, '')`),
      // A token has a contract, a built-in asset the amount its faucet gives.
      erc20: optional({
        ...record({
          contractAddress: text('a.erc20_contract'),
          lifetimeLimit: word('a.lifetime_limit::text'),
          withdrawThreshold: word('a.withdraw_threshold::text'),
          chainId: text(`coalesce(a.chain_id, '')`),
        }),
        when: `coalesce(a.erc20_contract, '') <> ''`,
      }),
      builtinAsset: optional({
        ...record({ maxFaucetAmountMint: text('a.source') }),
        when: `coalesce(a.erc20_contract, '') = '' and coalesce(a.source, '') <> ''`,
      }),
    }),
    status: word('a.status::text'),
  }),
  // A node keeps every version of an asset; the last one counts.
  from: '(select distinct on (b.id) b.* from assets b order by b.id, b.vega_time desc) a',
  cursor: [{ name: 'id', kind: 'id', sql: 'a.id' }],
} satisfies KeysetList

const parties = {
  node: record<wire.Party & { alias: string; metadata: unknown[] }>({
    id: id('p.id'),
    alias: word(`''`),
    metadata: json(`'[]'`),
  }),
  from: 'parties p',
  cursor: [
    { name: 'ID', kind: 'id', sql: 'p.id' },
    { name: 'TxHash', kind: 'id', sql: 'p.tx_hash' },
    { name: 'VegaTime', kind: 'time', sql: 'p.vega_time' },
  ],
  // The built-in party `network` has no time and counts as later than all others (wire.md 11.3).
  key: [
    { name: 'VegaTime', kind: 'time', sql: `coalesce(p.vega_time, 'infinity')` },
    { name: 'ID', kind: 'id', sql: 'p.id' },
  ],
} satisfies KeysetList

const epoch = record<wire.Epoch & { validators: unknown[]; delegations: unknown[] }>({
  seq: word('e.id::text'),
  timestamps: record<wire.Epoch['timestamps']>({
    startTime: nanosecondsOrZero('e.start_time'),
    expiryTime: nanosecondsOrZero('e.expire_time'),
    endTime: nanosecondsOrZero('e.end_time'),
    firstBlock: word(`coalesce(e.first_block, 0)::text`),
    lastBlock: word(`coalesce(e.last_block, 0)::text`),
  }),
  validators: json(`'[]'`),
  delegations: json(`'[]'`),
})

/** The block at the start of an epoch is its first, the one at its end its last and the first of the next. */
const epochs = `(
  select last.*,
    (select b.height from blocks b where b.vega_time = last.start_time limit 1) as first_block,
    (select b.height from blocks b where b.vega_time = last.end_time limit 1) as last_block
  from (select distinct on (c.id) c.* from epochs c order by c.id desc, c.vega_time desc) last) e`

/** The epoch with that number, else the one that holds that block, else the running one; 0 counts as absent. */
async function readEpoch(db: Db, id: string, block: string, signal: AbortSignal): Promise<string | undefined> {
  const { bind, values } = new StatementParameters()
  let where = 'true'
  if (id !== '0') where = `e.id = ${bind(id, 'numeric')}`
  else if (block !== '0') {
    const height = bind(block, 'numeric')
    where = `e.first_block <= ${height} and (e.last_block is null or e.last_block > ${height})`
  }
  const sql = `select ${epoch.json} from ${epochs} where ${where} order by e.id desc limit 1`
  const [row] = await db.rows(sql, values, signal)
  return row?.[0] ?? undefined
}

/** The small reads for labels and pickers (wire.md 11), with the network's error codes and texts. */

export const listMarkets: Handler<typeof wire.listMarkets> = async (context, { includeSettled = true, pagination }) => {
  const refusal = { message: 'failed to get all markets', code: 30_005 }
  return { markets: await listPage(context, markets, refusal, { pagination, where: () => [inState(includeSettled)] }) }
}

export const getMarket: Handler<typeof wire.getMarket> = async ({ db, signal }, { marketId }) => {
  if (marketId === '') throw invalid('empty or missing market ID', '', 10_003)
  if (!isFullId(marketId)) throw invalid('invalid market ID')
  const refusal = { message: 'failed to get market for ID', code: 30_002 }
  return { market: await findOne(refusal, () => readOne(db, markets, whereId('m.id', marketId), signal)) }
}

const assetRefusal = { message: 'failed to get asset for ID', code: 200_002 }

export const listAssets: Handler<typeof wire.listAssets> = async (context, { assetId = '', pagination }) => {
  if (assetId === '') {
    return {
      assets: await listPage(context, assets, { message: 'failed to get assets', code: 200_001 }, { pagination }),
    }
  }
  const innerText = (reason: string): string => `failed to get asset by ID: ${assetId}: ${reason}`
  const refusal = { ...assetRefusal, inner: (error: Error) => innerText(error.message) }
  const page = await listPage<Reply<typeof wire.listAssets>['assets']>(context, assets, refusal, {
    where: () => whereId('a.id', assetId),
  })
  if (page.text === emptyPage)
    throw notFound(assetRefusal.message, assetRefusal.code, innerText('no resource corresponding to this id'))
  return { assets: page }
}

export const getAsset: Handler<typeof wire.getAsset> = async ({ db, signal }, { assetId }) => {
  if (assetId === '') throw invalid('missing asset ID', '', 10_017)
  if (assetId !== 'VOTE' && !isFullId(assetId)) throw invalid('invalid asset ID', '', 10_038)
  return { asset: await findOne(assetRefusal, () => readOne(db, assets, whereId('a.id', assetId), signal)) }
}

export const listParties: Handler<typeof wire.listParties> = async (context, { partyId, pagination }) => {
  const refusal = { message: 'failed to get parties', code: 50_001 }
  if (partyId === '') return { parties: await listPage(context, parties, refusal, { pagination }) }
  planPage(pagination)
  const page = await listPage<Reply<typeof wire.listParties>['parties']>(context, parties, refusal, {
    where: () => whereId('p.id', partyId),
  })
  if (page.text === emptyPage) throw notFound(refusal.message, refusal.code)
  return { parties: page }
}

export const getParty: Handler<typeof wire.getParty> = async ({ db, signal }, { partyId }) => {
  if (partyId === '') throw invalid('missing party id', '', 10_014)
  if (partyId !== 'network' && !isFullId(partyId)) throw invalid('invalid party id')
  const refusal = { message: 'failed to get party for ID', code: 50_002 }
  return { party: await findOne(refusal, () => readOne(db, parties, whereId('p.id', partyId), signal)) }
}

export const getEpoch: Handler<typeof wire.getEpoch> = async ({ db, signal }, { id = '0', block = '0' }) => {
  const refusal = { message: 'failed to get epoch', code: 250_001 }
  return { epoch: await findOne(refusal, () => readEpoch(db, id, block, signal)) }
}

/** The version of the network whose interface this service implements. */
export const getInfo: Handler<typeof wire.getInfo> = () => Promise.resolve({ version: 'v0.77.5', commitHash: '' })

export const getVegaTime: Handler<typeof wire.getVegaTime> = async ({ db, signal }) => {
  const refusal = { message: 'failed to get last block', code: 360_001 }
  const block = await withRefusal(refusal, () => readLastBlock(db, signal))
  if (!block) throw new Fault(code.notFound, { ...refusal, inner: 'no block is stored yet' })
  return { timestamp: block.time }
}

export const getStatistics: Handler<typeof wire.getStatistics> = ({ core, signal }) => core.statistics(signal)

export const getTime: Handler<typeof wire.getTime> = ({ core, signal }) => core.time(signal)

export const getBlockHeight: Handler<typeof wire.getBlockHeight> = ({ core, signal }) => core.blockHeight(signal)
