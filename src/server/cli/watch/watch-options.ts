import { textOfFile, UsageError, nodeOf } from '../operating-options.ts'
import { isPartyId, type ListedParty, readPartyList } from '../../../wire/party-list.ts'
import { maxWatched } from '../../core/watch/party-watch.ts'

/** Names by ids in lower case. */
export type Names = ReadonlyMap<string, string>

/** Who is watched: distinct ids in lower case, and the names that a file gives them. */
export interface WatchedParties {
  watch: string[]
  names: Names
}

/** The parties of a file (`readPartyList`). Throws UsageError, which names the lines that cannot be read. */
function partiesInFile(option: string, file: string): ListedParty[] {
  const { parties, problems } = readPartyList(textOfFile(option, file))
  if (problems.length > 0) {
    const places = problems.map(({ line, text, wrong }) => `"${text.slice(0, 80)}" (line ${line} of ${file}) ${wrong}`)
    throw new UsageError(`${option} takes lines with an id, or id,name: ${places.join('; ')}.`)
  }
  if (parties.length === 0) throw new UsageError(`${option} ${file} names no party.`)
  return parties
}

/** Ids as they were given to `option`, each once and in lower case. Throws UsageError. */
function partiesIn(option: string, given: readonly string[]): string[] {
  const bad = given.filter((id) => !isPartyId(id)).map((id) => `"${id}" (${option})`)
  if (bad.length > 0)
    throw new UsageError(`A watched party is named by 64 hexadecimal characters, unlike ${bad.join(', ')}.`)
  return [...new Set(given.map((id) => id.toLowerCase()))]
}

/** The parties of lists that `option` gave, and of `--watch-file`. Throws UsageError. */
export function watchedParties(
  option: string,
  lists: readonly string[] = [],
  file: string | undefined,
): WatchedParties {
  const given = lists.flatMap((list) => list.split(',').map((id) => id.trim()))
  const ids = partiesIn(option, given)
  const listed = file === undefined ? [] : partiesInFile('--watch-file', file)
  const watch = [...new Set([...ids, ...listed.map(({ partyId }) => partyId)])]
  if (watch.length > maxWatched) throw new UsageError(`At most ${maxWatched} parties are watched, not ${watch.length}.`)
  return {
    watch,
    names: new Map(listed.flatMap(({ partyId, name }) => (name === undefined ? [] : [[partyId, name]]))),
  }
}

export const untilStates = ['near', 'limit', 'banned'] as const

/** What `lyra watch` reads and when it ends. Without parties, those that the node watches or names. */
export interface WatchOptions extends WatchedParties {
  /** Address of a Lyra service or of a node's REST server. */
  node: string
  /** Ends once a party is in this state or a worse one; without it and `once`, when it is stopped. */
  until?: (typeof untilStates)[number]
  json: boolean
  once: boolean
}

type WatchValues = Partial<Record<'node' | 'until' | 'watch-file', string | undefined>> &
  Partial<Record<'json' | 'once', boolean | undefined>>

/** Throws UsageError. */
export function watchOptionsOf(values: WatchValues, parties: readonly string[]): WatchOptions {
  const { json = false, once = false } = values
  const node = nodeOf(values.node)
  const until = untilStates.find((state) => state === values.until)
  if (values.until !== undefined && until === undefined)
    throw new UsageError(`--until takes ${untilStates.join(', ')}, not "${values.until}".`)
  if (until !== undefined && once) throw new UsageError('--once reads each party one time and takes no --until.')
  return { ...watchedParties('<party>', parties, values['watch-file']), node, json, once, ...(until && { until }) }
}
