import { UsageError } from '../operating-options.ts'
import { type WatchedParties, watchedParties } from '../watched-parties.ts'

export const untilStates = ['near', 'limit', 'banned'] as const

/** What `lyra watch` reads and when it ends. Without parties, those that the node watches or names. */
export interface WatchOptions extends WatchedParties {
  /** Address of a Lyra service or of a node's REST server. */
  node: string
  /** Ends once a party is in this state or a worse one; without it and `once`, when it is stopped. */
  until?: (typeof untilStates)[number]
  json: boolean
  /** Reads each party one time. */
  once: boolean
}

interface WatchValues {
  node?: string | undefined
  until?: string | undefined
  'watch-file'?: string | undefined
  json?: boolean | undefined
  once?: boolean | undefined
}

/** Throws UsageError. */
export function watchOptionsOf(values: WatchValues, parties: readonly string[]): WatchOptions {
  const { node = 'http://127.0.0.1:8080', json = false, once = false } = values
  if (!URL.canParse(node) || !/^https?:$/.test(new URL(node).protocol))
    throw new UsageError(`--node takes an http or https URL, not "${node}".`)
  const until = untilStates.find((state) => state === values.until)
  if (values.until !== undefined && until === undefined)
    throw new UsageError(`--until takes ${untilStates.join(', ')}, not "${values.until}".`)
  if (until !== undefined && once) throw new UsageError('--once reads each party one time and takes no --until.')
  return { ...watchedParties('<party>', parties, values['watch-file']), node, json, once, ...(until && { until }) }
}
