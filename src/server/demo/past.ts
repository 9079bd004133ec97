import { day, hour, type Micros } from './chain/chain.ts'

/** How much of each kind of the past a new network begins with: candles by resolution, single trades, the ledger. */
export interface Past {
  hours: Micros
  fiveMinutes: Micros
  minutes: Micros
  blocks: Micros
  ledger: Micros
}

/** What a demo network shows. */
export const wholePast: Past = {
  hours: 365 * day,
  fiveMinutes: 60 * day,
  minutes: 14 * day,
  blocks: 6 * hour,
  ledger: 90 * day,
}
