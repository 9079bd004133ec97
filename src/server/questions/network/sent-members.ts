import { marketMessage } from './markets.ts'
import { integer, list, message, type MessageFields, number, stored, string, whenSet } from './message.ts'

const fieldsOf = (names: string, field = string): MessageFields =>
  Object.fromEntries(names.split(' ').map((name) => [name, whenSet(field)]))

/** All that the network sends of the records that the contract reads loosely (wire.md 11), for documentation. */
export const sentMembers: Readonly<Record<string, MessageFields>> = {
  Market: marketMessage,
  Asset: {
    details: message({
      erc20: whenSet(
        message({ contractAddress: string, lifetimeLimit: integer, withdrawThreshold: integer, chainId: string }),
      ),
      builtinAsset: whenSet(message({ maxFaucetAmountMint: string })),
    }),
  },
  Party: { alias: string, metadata: list(stored) },
  Epoch: { validators: list(stored), delegations: list(stored) },
  ChainStatistics: {
    ...fieldsOf('appVersionHash chainVersion uptime'),
    ...fieldsOf(
      'backlogLength totalPeers txPerBlock averageTxBytes averageOrdersPerBlock tradesPerSecond ordersPerSecond totalMarkets totalAmendOrder totalCancelOrder totalCreateOrder totalOrders totalTrades eventCount eventsPerSecond',
      integer,
    ),
    ...fieldsOf(
      'orderSubscriptions tradeSubscriptions candleSubscriptions marketDepthSubscriptions marketDepthUpdatesSubscriptions positionsSubscriptions accountSubscriptions marketDataSubscriptions',
      number,
    ),
  },
}
