import { plural } from '../../format/words.ts'
import type { Finding } from '../../ledger/rows/findings.ts'
import { failureSentence, grouped, nothingCame, rowWords } from '../../ledger/ledger-words.ts'
import type { Reading, Source } from './reading/session.ts'

/** Whether the rows are all there are, as far as it is known; `reading` while they come. */
export type Ending = 'reading' | 'complete' | 'whole-file' | 'partly' | 'unchecked' | 'incomplete' | 'refused'

export function endingOf({ phase, verdict, result }: Reading, source: Source): Ending {
  if (phase === 'reading') return 'reading'
  if (verdict?.state === 'complete' || verdict?.state === 'refused') return verdict.state
  if (source.kind === 'file' && result?.ending === 'whole') {
    const isClear = result.facts.flaw === undefined && result.findings.every(({ state }) => state !== 'limit')
    return isClear ? 'whole-file' : 'partly'
  }
  return verdict?.state === 'unchecked' ? 'unchecked' : 'incomplete'
}

/** What was found in a file that another program may have changed. */
export const statementFindings = ({ result }: Reading): readonly Finding[] => result?.findings ?? []

/** Why rows are missing, in a sentence without its point. */
export function reasonOf({ verdict, failure }: Reading): string {
  if (verdict?.state === 'stopped') return 'you stopped it'
  return failure ? failureSentence(failure).replace(/\.$/, '') : 'reading did not finish'
}

/** `200 of 1,000 rows read; still reading`. */
export function countWords(reading: Reading, ending: Ending): string {
  const { shown, facts } = reading.progress
  const count = `${grouped(shown)} of ${plural(facts.rows, 'row')} read`
  switch (ending) {
    case 'reading':
      return `${count}; still reading`
    case 'complete':
      return `${count}; complete`
    case 'whole-file':
      return `${count}; the whole file`
    case 'partly':
      return `${count}; not all of the file is understood`
    case 'unchecked':
      return `${count}; the end is not checked`
    case 'refused':
    case 'incomplete':
      return `${count}; incomplete because: ${reasonOf(reading)}`
  }
}

export function statementTitle(reading: Reading, ending: Ending): string {
  const { facts, pausedUntil } = reading.progress
  const { rows } = facts
  switch (ending) {
    case 'reading':
      if (pausedUntil !== undefined) return 'Waiting: rate limited by the node'
      return rows === 0 ? 'Waiting for the first row' : `Reading: ${rowWords(rows)} so far`
    case 'complete':
      return rows === 0 ? 'No entries in this range' : `Complete: ${rowWords(rows)}`
    case 'whole-file':
      return rows === 0 ? 'The file has no entries' : `Whole file: ${rowWords(rows)}`
    case 'partly': {
      const { rows: all, understood } = reading.result?.counts ?? { rows, understood: 0 }
      return `Read in part: ${grouped(understood)} of ${plural(all, 'row')} understood`
    }
    case 'unchecked':
      return `End not checked: ${rowWords(rows)}`
    case 'refused':
      return nothingCame(reading.failure, 'this statement')
    case 'incomplete':
      return rows === 0 ? 'Incomplete: it ended before the first row' : `Incomplete: cut after ${rowWords(rows)}`
  }
}

/** What the heading rests on. */
export function statementContext({ progress }: Reading, ending: Ending): string {
  const some = progress.facts.rows > 0
  const intact = some ? 'Last row intact, no' : 'No'
  switch (ending) {
    case 'reading':
      return progress.pausedUntil === undefined
        ? 'Reading only, nothing is saved.'
        : 'Reading goes on when the pause ends.'
    case 'complete':
      return `${intact} trailing error, no further rows on the node.`
    case 'whole-file':
      return `${intact} trailing error. Whether the node has further rows was not checked.`
    case 'partly':
      return 'What was not understood is named here and left out of the sums. Balances that depend on it are not checked.'
    case 'unchecked':
      return `${some ? 'Every row is intact and no' : 'No'} error was sent, but the node did not confirm that no rows follow.`
    case 'refused':
    case 'incomplete':
      return some ? 'The rows read are intact, but some are missing.' : 'Nothing was read.'
  }
}
