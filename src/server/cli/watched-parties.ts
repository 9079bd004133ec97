import { readFileSync } from 'node:fs'
import { maxWatched } from '../spam-history/spam-watch.ts'
import { UsageError } from './usage-error.ts'

/** An id as it was given, and where: `--watch`, or the line of a file. */
interface Named {
  id: string
  where: string
}

function linesOf(file: string): Named[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`--watch-file cannot read ${file}.`)
  }
  return text
    .split(/\r?\n/)
    .map((line, at) => ({ id: line.replace(/#.*/, '').trim(), where: `line ${at + 1} of ${file}` }))
    .filter(({ id }) => id !== '')
}

const inOptions = (lists: readonly string[]): Named[] =>
  lists.flatMap((list) => list.split(',').map((id) => ({ id: id.trim(), where: '--watch' })))

function refuseBadIds(named: readonly Named[]): void {
  const bad = named.filter(({ id }) => !/^[\da-f]{64}$/i.test(id))
  if (bad.length === 0) return
  const places = bad.map(({ id, where }) => `"${id}" (${where})`)
  throw new UsageError(`A watched party is named by 64 hexadecimal characters, unlike ${places.join(', ')}.`)
}

/** The parties of `--watch` and `--watch-file`, each once, in lower case. Throws UsageError. */
export function watchedParties(lists: readonly string[] | undefined, file: string | undefined): string[] {
  if (lists === undefined && file === undefined) return []
  const named = [...inOptions(lists ?? []), ...(file === undefined ? [] : linesOf(file))]
  if (named.length === 0) throw new UsageError(`--watch-file ${file} names no party.`)
  refuseBadIds(named)
  const ids = [...new Set(named.map(({ id }) => id.toLowerCase()))]
  if (ids.length > maxWatched) throw new UsageError(`At most ${maxWatched} parties are watched, not ${ids.length}.`)
  return ids
}
