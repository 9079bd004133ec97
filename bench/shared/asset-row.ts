import type { Row } from '../../tests/server/support/small-segment.ts'

/** The one asset of a bench as an archive has it; `id` as bytes such as `\x03ab`, `at` as PostgreSQL writes a time. */
export const assetRow = (id: string, at: string): Row => ({
  id,
  name: 'Bench',
  symbol: 'BNCH',
  decimals: '6',
  quantum: '1',
  source: '1',
  erc20_contract: '',
  lifetime_limit: '0',
  withdraw_threshold: '0',
  status: 'STATUS_ENABLED',
  vega_time: at,
  chain_id: '',
})
