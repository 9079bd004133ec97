/** The schema of the network's last release, whose tables these are. */
export const supportedVersion = 115

/** Says that a segment is of another schema, whose columns may mean something else; undefined for one of this. */
export const otherSchemaWords = ({ file, databaseVersion }: { file: string; databaseVersion: number }) =>
  databaseVersion === supportedVersion
    ? undefined
    : `${file}: of schema ${databaseVersion}; its tables must be those of ${supportedVersion}, which is known here`

/** A table of a segment that the questions need, with its columns in schema 115 (wire.md 12 and 13). */
export interface SegmentTable {
  folder: 'history' | 'currentstate'
  name: string
  needed: readonly string[]
  /** Known and left out. Any other column means a schema that this build does not know. */
  ignored: readonly string[]
}

const table = (folder: SegmentTable['folder'], name: string, needed: string, ignored = ''): SegmentTable => ({
  folder,
  name,
  needed: needed.split(' '),
  ignored: ignored === '' ? [] : ignored.split(' '),
})

const feeDiscounts = ['referral', 'volume'].flatMap((kind) =>
  ['buyer', 'seller'].flatMap((side) =>
    ['maker', 'infrastructure', 'liquidity'].map((fee) => `${side}_${fee}_fee_${kind}_discount`),
  ),
)

/** In the order of loading: first what is appended, then what is replaced, so that readers wait least. */
export const segmentTables: readonly SegmentTable[] = [
  table('history', 'blocks', 'vega_time height hash'),
  table(
    'history',
    'ledger',
    `ledger_entry_time account_from_id account_to_id quantity vega_time account_from_balance account_to_balance type`,
    'tx_hash transfer_time transfer_id',
  ),
  table(
    'history',
    'trades',
    'synthetic_time vega_time seq_num market_id price size',
    [
      'tx_hash id buyer seller aggressor buy_order sell_order type buyer_auction_batch seller_auction_batch',
      'buyer_maker_fee buyer_infrastructure_fee buyer_liquidity_fee',
      'seller_maker_fee seller_infrastructure_fee seller_liquidity_fee',
      ...feeDiscounts,
    ].join(' '),
  ),
  table('currentstate', 'accounts', 'id party_id asset_id market_id type', 'tx_hash vega_time'),
  table(
    'currentstate',
    'assets',
    `id name symbol decimals quantum source erc20_contract lifetime_limit withdraw_threshold status vega_time chain_id`,
    'tx_hash',
  ),
  table('currentstate', 'chain', 'id onerow_check'),
  table(
    'currentstate',
    'current_market_data',
    'market vega_time liquidity_provider_fee_shares liquidity_provider_sla',
    [
      'synthetic_time tx_hash seq_num mark_price best_bid_price best_bid_volume best_offer_price best_offer_volume',
      'best_static_bid_price best_static_bid_volume best_static_offer_price best_static_offer_volume mid_price',
      'static_mid_price open_interest auction_end auction_start indicative_price indicative_volume',
      'market_trading_mode auction_trigger extension_trigger target_stake supplied_stake price_monitoring_bounds',
      'market_value_proxy market_state next_mark_to_market market_growth last_traded_price product_data',
      'next_network_closeout mark_price_type mark_price_state',
    ].join(' '),
  ),
  table('currentstate', 'epochs', 'id start_time expire_time end_time vega_time', 'tx_hash'),
  table('currentstate', 'last_block', 'onerow_check vega_time height hash'),
  table(
    'currentstate',
    'live_liquidity_provisions',
    'id party_id created_at updated_at market_id commitment_amount fee version status reference vega_time',
    'sells buys tx_hash',
  ),
  table('currentstate', 'market_lineage', 'market_id parent_market_id root_id vega_time'),
  table(
    'currentstate',
    'markets_current',
    [
      'id vega_time instrument_id tradable_instrument decimal_places fees opening_auction price_monitoring_settings',
      'liquidity_monitoring_parameters trading_mode state market_timestamps position_decimal_places lp_price_range',
      'quadratic_slippage_factor linear_slippage_factor parent_market_id insurance_pool_fraction',
      'liquidity_sla_parameters liquidation_strategy mark_price_configuration tick_size enable_tx_reordering',
    ].join(' '),
    'tx_hash',
  ),
  table('currentstate', 'parties', 'id tx_hash vega_time', 'alias metadata'),
  table(
    'currentstate',
    'party_margin_modes',
    `market_id party_id at_epoch margin_mode margin_factor min_theoretical_margin_factor max_theoretical_leverage`,
  ),
  table('currentstate', 'team_members', 'team_id party_id joined_at_epoch joined_at vega_time'),
  table(
    'currentstate',
    'teams',
    'id referrer name team_url avatar_url closed created_at_epoch created_at vega_time',
    'allow_list',
  ),
]
