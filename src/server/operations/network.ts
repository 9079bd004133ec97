import { code } from '../../wire/protocol/error.ts'
import type * as wire from '../../wire/network.ts'
import { Fault, invalid, notFound } from '../error.ts'
import type { Handler } from './handler.ts'
import { Json } from '../json-text.ts'
import { readLastBlock } from '../store/network/chain.ts'
import { emptyPage } from '../store/keyset.ts'
import { readMarket, readMarkets } from '../store/network/markets.ts'
import * as store from '../store/network/network.ts'
import { planPage } from '../store/page.ts'
import { isFullId } from '../store/sql.ts'
import { answering, findOne } from './refusal.ts'

/** The small reads for labels and pickers (wire.md 11), with the network's error codes and texts. */

export const listMarkets: Handler<typeof wire.listMarkets> = async (
  { db, signal },
  { includeSettled = true, pagination },
) => {
  const plan = planPage(pagination)
  const refusal = { message: 'failed to get all markets', code: 30_005 }
  return { markets: new Json(await answering(refusal, () => readMarkets(db, includeSettled, plan, signal))) }
}

export const getMarket: Handler<typeof wire.getMarket> = async ({ db, signal }, { marketId }) => {
  if (marketId === '') throw invalid('empty or missing market ID', '', 10_003)
  if (!isFullId(marketId)) throw invalid('invalid market ID')
  const refusal = { message: 'failed to get market for ID', code: 30_002 }
  return { market: await findOne(refusal, () => readMarket(db, marketId, signal)) }
}

const assetRefusal = { message: 'failed to get asset for ID', code: 200_002 }

export const listAssets: Handler<typeof wire.listAssets> = async ({ db, signal }, { assetId = '', pagination }) => {
  if (assetId === '') {
    const plan = planPage(pagination)
    const refusal = { message: 'failed to get assets', code: 200_001 }
    return { assets: new Json(await answering(refusal, () => store.assets.page(db, undefined, plan, signal))) }
  }
  const innerText = (reason: string): string => `failed to get asset by ID: ${assetId}: ${reason}`
  const refusal = { ...assetRefusal, inner: (error: Error) => innerText(error.message) }
  const page = await answering(refusal, () => store.assets.page(db, assetId, planPage(), signal))
  if (page === emptyPage)
    throw notFound(assetRefusal.message, assetRefusal.code, innerText('no resource corresponding to this id'))
  return { assets: new Json(page) }
}

export const getAsset: Handler<typeof wire.getAsset> = async ({ db, signal }, { assetId }) => {
  if (assetId === '') throw invalid('missing asset ID', '', 10_017)
  if (assetId !== 'VOTE' && !isFullId(assetId)) throw invalid('invalid asset ID', '', 10_038)
  return { asset: await findOne(assetRefusal, () => store.assets.one(db, assetId, signal)) }
}

export const listParties: Handler<typeof wire.listParties> = async ({ db, signal }, { partyId, pagination }) => {
  const plan = planPage(pagination)
  const refusal = { message: 'failed to get parties', code: 50_001 }
  const one = partyId !== ''
  const [id, wanted] = one ? [partyId, planPage()] : [undefined, plan]
  const page = await answering(refusal, () => store.parties.page(db, id, wanted, signal))
  if (one && page === emptyPage) throw notFound(refusal.message, refusal.code)
  return { parties: new Json(page) }
}

export const getParty: Handler<typeof wire.getParty> = async ({ db, signal }, { partyId }) => {
  if (partyId === '') throw invalid('missing party id', '', 10_014)
  if (partyId !== 'network' && !isFullId(partyId)) throw invalid('invalid party id')
  const refusal = { message: 'failed to get party for ID', code: 50_002 }
  return { party: await findOne(refusal, () => store.parties.one(db, partyId, signal)) }
}

/** 0 counts as absent, and the epoch's number has priority over the block. */
const wantedEpoch = (id: string, block: string): { id: string } | { block: string } | undefined =>
  id === '0' ? (block === '0' ? undefined : { block }) : { id }

export const getEpoch: Handler<typeof wire.getEpoch> = async ({ db, signal }, { id = '0', block = '0' }) => {
  const refusal = { message: 'failed to get epoch', code: 250_001 }
  return { epoch: await findOne(refusal, () => store.readEpoch(db, wantedEpoch(id, block), signal)) }
}

/** The version of the network whose interface this service implements. */
export const getInfo: Handler<typeof wire.getInfo> = () => Promise.resolve({ version: 'v0.77.5', commitHash: '' })

export const getVegaTime: Handler<typeof wire.getVegaTime> = async ({ db, signal }) => {
  const refusal = { message: 'failed to get last block', code: 360_001 }
  const block = await answering(refusal, () => readLastBlock(db, signal))
  if (!block) throw new Fault(code.notFound, { ...refusal, inner: 'no block is stored yet' })
  return { timestamp: block.time }
}

export const getStatistics: Handler<typeof wire.getStatistics> = ({ core, signal }) => core.statistics(signal)

export const getTime: Handler<typeof wire.getTime> = ({ core, signal }) => core.time(signal)

export const getBlockHeight: Handler<typeof wire.getBlockHeight> = ({ core, signal }) => core.blockHeight(signal)
