import { listCandleIntervals, listCandles } from '../../../wire/candles.ts'
import { listLiquidityProviders } from '../../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../../wire/margin-modes.ts'
import * as network from '../../../wire/network.ts'
import type { AnyOperation } from '../../../wire/protocol/operation.ts'
import { listRefereeHistory } from '../../../wire/referee-history.ts'

/** Operations that read nothing but the database; the others read a core node, a clock or the service itself. */
const kept: ReadonlySet<string> = new Set(
  [
    listMarginModes,
    listRefereeHistory,
    listLiquidityProviders,
    listCandles,
    listCandleIntervals,
    network.listMarkets,
    network.getMarket,
    network.listAssets,
    network.getAsset,
    network.listParties,
    network.getParty,
    network.getEpoch,
    network.getVegaTime,
  ].map(({ name }) => name),
)

/** Whether the body of an operation depends on nothing but its parameters and the state of the database. */
export const isKept = ({ name }: AnyOperation): boolean => kept.has(name)
