import type { listMarginModes } from '../../wire/margin-modes.ts'
import type { Handler } from './handler.ts'
import { Json } from '../json-text.ts'
import { readMarginModes } from '../store/margin-modes.ts'
import { planPage } from '../store/page.ts'
import { BadId } from '../store/sql.ts'
import { type Refusal, answering } from './refusal.ts'

const refusal: Refusal = {
  message: 'failed to list parties margin modes',
  inner: (error) => (error instanceof BadId ? `scany: query multiple result rows: ${error.message}` : error.message),
}

/** The latest margin mode of each party on each market (interface.md 4.3). */
export const marginModes: Handler<typeof listMarginModes> = async ({ db, signal }, { pagination, ...filters }) => {
  const plan = planPage(pagination)
  return {
    partyMarginModes: new Json(await answering(refusal, async () => readMarginModes(db, filters, plan, signal))),
  }
}
