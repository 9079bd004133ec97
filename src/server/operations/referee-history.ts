import type { listRefereeHistory } from '../../wire/referee-history.ts'
import type { Handler } from './handler.ts'
import { Json } from '../json-text.ts'
import { planPage } from '../store/page.ts'
import { readRefereeHistory } from '../store/referee-history.ts'
import { BadInput } from '../store/sql.ts'
import { answering, scanFailure } from './refusal.ts'

const refusal = { message: 'failed to list team referee history', inner: scanFailure }

/** The teams a party joined, with the time of each joining (interface.md 4.4). */
export const refereeHistory: Handler<typeof listRefereeHistory> = async ({ db, signal }, { referee, pagination }) => {
  const plan = planPage(pagination)
  const text = await answering(refusal, async () => {
    // The network calls this its own failure (500); it is the caller's.
    if (referee === '') throw new BadInput('referee must be provided')
    return readRefereeHistory(db, referee, plan, signal)
  })
  return { teamRefereeHistory: new Json(text) }
}
