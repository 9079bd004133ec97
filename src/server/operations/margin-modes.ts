import type { listMarginModes } from '../../wire/margin-modes.ts'
import type { Handler } from './handler.ts'
import { Json } from '../json-text.ts'
import { readMarginModes } from '../store/margin-modes.ts'
import { planPage } from '../store/page.ts'
import { answering, scanFailure } from './refusal.ts'

const refusal = { message: 'failed to list parties margin modes', inner: scanFailure }

/** The latest margin mode of each party on each market (interface.md 4.3). */
export const marginModes: Handler<typeof listMarginModes> = async ({ db, signal }, { pagination, ...filters }) => {
  const plan = planPage(pagination)
  return {
    partyMarginModes: new Json(await answering(refusal, async () => readMarginModes(db, filters, plan, signal))),
  }
}
