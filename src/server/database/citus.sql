-- Distributed over the workers of a Citus (12.1): run after the statements above, in an empty database with the extension.

-- A key can be distributed when the column is in it.
alter table trades drop constraint trades_pkey;
alter table trades add primary key (market_id, synthetic_time);
drop index trades_market;
create index trades_time on trades (synthetic_time);
select create_distributed_table('trades', 'market_id');

-- Candles stand beside the trades of their market, so that they are built where these are.
select create_distributed_table('trades_candle_' || name, 'market_id', colocate_with => 'trades')
from unnest(array['1_minute', '5_minutes', '15_minutes', '30_minutes', '1_hour', '4_hours', '6_hours', '8_hours', '12_hours',
  '1_day', '7_days']) as candle (name);

-- An entry has a row for each of its two accounts, so that all entries of an account are on one worker.
alter table ledger drop constraint ledger_pkey;
drop index ledger_from, ledger_to;
alter table ledger add column account_id bytea not null;
alter table ledger add primary key (account_id, ledger_entry_time);
select create_distributed_table('ledger', 'account_id');

-- Small, and joined with all others: each worker has a copy.
select create_reference_table(name::regclass)
from unnest(array['accounts', 'party_margin_modes', 'teams', 'team_members', 'current_market_data', 'live_liquidity_provisions',
  'markets_current', 'market_lineage', 'assets', 'parties', 'epochs', 'blocks', 'last_block', 'chain']) as reference (name);
