import { readFileSync } from 'node:fs'
import { isPartyId, type ListedParty, readPartyList } from '../../wire/party-list.ts'
import { maxWatched } from '../core/watch/party-watch.ts'
import { UsageError } from './operating-options.ts'

/** Names by ids in lower case. */
export type Names = ReadonlyMap<string, string>

/** Who is watched: distinct ids in lower case, and the names that a file gives them. */
export interface WatchedParties {
  watch: string[]
  names: Names
}

/** The parties of a file (`readPartyList`). Throws UsageError, which names the lines that cannot be read. */
function partiesInFile(option: string, file: string): ListedParty[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`${option} cannot read ${file}.`)
  }
  const { parties, problems } = readPartyList(text)
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
  const ids = partiesIn(
    option,
    lists.flatMap((list) => list.split(',').map((id) => id.trim())),
  )
  const listed = file === undefined ? [] : partiesInFile('--watch-file', file)
  const watch = [...new Set([...ids, ...listed.map(({ partyId }) => partyId)])]
  if (watch.length > maxWatched) throw new UsageError(`At most ${maxWatched} parties are watched, not ${watch.length}.`)
  return {
    watch,
    names: new Map(listed.flatMap(({ partyId, name }) => (name === undefined ? [] : [[partyId, name]]))),
  }
}
