import type { listKnownParties } from '../../wire/known-parties.ts'
import type { Handler } from './handler.ts'

/** The parties that the service can name: those of the demo. Lyra's own, not part of the network's interface. */
export const knownParties: Handler<typeof listKnownParties> = async ({ core }) =>
  core.knownParties?.() ?? { parties: [], invented: false }
