/** What OpenAPI says of the operations in `network.ts`, and of their parameters. */
export const descriptions = {
  listMarkets:
    'Markets with their instrument, state and decimal places, last updated first. Rejected markets are left out.',
  'listMarkets includeSettled': 'Whether settled and closed markets are listed too; true when not set.',
  getMarket: 'One market by id; 404 when there is none.',
  'getMarket marketId': 'Id of the market.',
  listAssets: 'Assets with their symbol and decimal places, ordered by id.',
  getAsset: 'One asset by id; 404 when there is none.',
  'getAsset assetId': 'Id of the asset.',
  listParties: 'Parties by the time they were first seen, newest first; 404 for a partyId that nobody has.',
  getParty: 'One party by id; 404 when there is none.',
  'getParty partyId': 'Id of the party.',
  getEpoch: 'The epoch with this number, or the one that holds this block, or without either the current one.',
  'getEpoch id': 'Number of the epoch; 0 or absent means not set.',
  'getEpoch block': 'Height of a block inside the epoch; 0 or absent means not set. Ignored when `id` is given.',
  getInfo: 'The version of the interface that is spoken here, and the build.',
  getVegaTime: 'The time of the last block in the store.',
  getStatistics:
    'Height, times, epoch and load of the chain as a core node tells them. Without a core node: what the store knows, with status `CHAIN_STATUS_DISCONNECTED`.',
  getTime: "The chain's current block time.",
  getLastBlockHeight:
    'Height and hash of the last block with the parameters by which a transaction must prove its work. Answered by a core node; without one: 503.',
}
