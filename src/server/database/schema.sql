-- The part of a data node's database that the questions read (names and types as there, schema version 115),
-- so that history segments load as they are and a running node's database can be asked the same SQL.
-- Ours only: the indexes, and candle tables where a node has continuous aggregates.

create table ledger (
  ledger_entry_time timestamptz primary key,
  account_from_id bytea not null,
  account_to_id bytea not null,
  quantity numeric(1000, 0) not null,
  vega_time timestamptz not null,
  account_from_balance numeric(1000, 0) not null,
  account_to_balance numeric(1000, 0) not null,
  type text
);
create index ledger_from on ledger (account_from_id, ledger_entry_time);
create index ledger_to on ledger (account_to_id, ledger_entry_time);

create table accounts (
  id bytea primary key,
  party_id bytea,
  asset_id bytea not null,
  market_id bytea,
  type int
);
create index accounts_party on accounts (party_id, asset_id);

create table party_margin_modes (
  market_id bytea not null,
  party_id bytea not null,
  at_epoch bigint not null,
  margin_mode int not null,
  margin_factor numeric(1000, 16),
  min_theoretical_margin_factor numeric(1000, 16),
  max_theoretical_leverage numeric(1000, 16),
  primary key (market_id, party_id)
);
create index party_margin_modes_party on party_margin_modes (party_id, market_id);

create table teams (
  id bytea primary key,
  referrer bytea not null,
  name varchar not null,
  team_url varchar,
  avatar_url varchar,
  closed bool not null default false,
  created_at_epoch bigint not null,
  created_at timestamptz not null,
  vega_time timestamptz not null
);

create table team_members (
  team_id bytea not null,
  party_id bytea not null,
  joined_at_epoch bigint not null,
  joined_at timestamptz not null,
  vega_time timestamptz not null,
  primary key (team_id, party_id, joined_at_epoch)
);
create index team_members_party on team_members (party_id, joined_at_epoch);

create table current_market_data (
  market bytea primary key,
  vega_time timestamptz not null,
  liquidity_provider_fee_shares jsonb,
  liquidity_provider_sla jsonb
);

create table live_liquidity_provisions (
  id bytea not null,
  party_id bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  market_id bytea not null,
  commitment_amount numeric(1000, 0),
  fee numeric(1000, 16),
  version bigint,
  status text not null,
  reference text,
  vega_time timestamptz not null,
  primary key (id, vega_time)
);
create index live_liquidity_provisions_market on live_liquidity_provisions (market_id, party_id);
create index live_liquidity_provisions_party on live_liquidity_provisions (party_id, market_id);

create table markets_current (
  id bytea primary key,
  vega_time timestamptz not null,
  instrument_id text,
  tradable_instrument jsonb not null,
  decimal_places int not null,
  fees jsonb,
  opening_auction jsonb,
  price_monitoring_settings jsonb,
  liquidity_monitoring_parameters jsonb,
  trading_mode text not null,
  state text not null,
  market_timestamps jsonb,
  position_decimal_places int not null,
  lp_price_range text,
  quadratic_slippage_factor text,
  linear_slippage_factor text,
  parent_market_id bytea,
  insurance_pool_fraction text,
  liquidity_sla_parameters jsonb,
  liquidation_strategy jsonb,
  mark_price_configuration jsonb,
  tick_size numeric,
  enable_tx_reordering boolean not null default false
);

create table market_lineage (
  market_id bytea primary key,
  parent_market_id bytea,
  root_id bytea,
  vega_time timestamptz
);

create table assets (
  id bytea not null,
  name text not null,
  symbol text not null,
  decimals int,
  quantum numeric,
  source text,
  erc20_contract text,
  lifetime_limit numeric(1000, 0) not null,
  withdraw_threshold numeric(1000, 0) not null,
  status text not null,
  vega_time timestamptz not null,
  chain_id text,
  primary key (id, vega_time)
);

create table parties (
  id bytea primary key,
  tx_hash bytea not null,
  vega_time timestamptz
);

create table epochs (
  id bigint not null,
  start_time timestamptz not null,
  expire_time timestamptz not null,
  end_time timestamptz,
  vega_time timestamptz not null,
  primary key (id, vega_time)
);

create table blocks (
  vega_time timestamptz primary key,
  height bigint not null,
  hash bytea not null
);
create index blocks_height on blocks (height);

create table last_block (
  onerow_check bool primary key default true check (onerow_check),
  vega_time timestamptz not null,
  height bigint not null,
  hash bytea not null
);

create table chain (
  id text not null,
  onerow_check bool primary key default true check (onerow_check)
);

create table trades (
  synthetic_time timestamptz primary key,
  vega_time timestamptz not null,
  seq_num bigint not null,
  market_id bytea not null,
  price numeric(1000, 0) not null,
  size bigint not null
);
create index trades_market on trades (market_id, synthetic_time desc);

do $$
declare
  candle text;
begin
  foreach candle in array array['1_minute', '5_minutes', '15_minutes', '30_minutes', '1_hour', '4_hours', '6_hours',
    '8_hours', '12_hours', '1_day', '7_days'] loop
    execute format('create table trades_candle_%s (
      market_id bytea not null,
      period_start timestamptz not null,
      open numeric(1000, 0) not null,
      close numeric(1000, 0) not null,
      high numeric not null,
      low numeric not null,
      volume numeric not null,
      notional numeric not null,
      last_update_in_period timestamptz not null,
      primary key (market_id, period_start)
    )', candle);
  end loop;
end $$;

create view trades_candle_block as
select market_id,
  vega_time as period_start,
  (array_agg(price order by synthetic_time))[1] as open,
  (array_agg(price order by synthetic_time desc))[1] as close,
  max(price) as high,
  min(price) as low,
  sum(size) as volume,
  sum(size * price) as notional,
  max(synthetic_time) as last_update_in_period
from trades
group by market_id, vega_time;
create index trades_market_block on trades (market_id, vega_time);

-- Which archive segments are in here: what makes a second import of the same file a no-op.
create table lyra_segments (
  height_from bigint primary key,
  height_to bigint not null,
  database_version int not null,
  chain_id text not null
);
