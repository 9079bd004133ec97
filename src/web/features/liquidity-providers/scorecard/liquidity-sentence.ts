import type { Names } from '../../../entities/labels.ts'
import { shortId } from '../../../format/id.ts'
import { nounFor, plural } from '../../../format/words.ts'
import { isOff, type ScoreRow, staleReason } from '../scores/rows.ts'
import { onBook, failsSla, isJudged } from '../../../../wire/sla/sla-verdict.ts'

/** How the providers of a market, or a party on its markets, stand now and in this epoch. */
export function liquiditySentence(rows: readonly ScoreRow[], about: 'market' | 'party', names: Names): string {
  const measured = rows.filter(({ provider }) => onBook(provider.sla).state !== 'unknown')
  const waiting = rows.filter(({ verdict }) => verdict.state === 'waiting').length
  const judged = rows.filter(({ verdict }) => isJudged(verdict))
  const absent = rows.length - measured.length
  // A provider without any data is not counted a second time.
  const unknown = measured.filter(({ verdict }) => !isJudged(verdict) && verdict.state !== 'waiting').length
  return (
    staleReason(rows) ??
    [
      nowWords(measured.length, measured.filter(isOff).length, about),
      judged.length > 0 && epochWords(judged, names, about),
      waiting > 0 && `SLA loading for ${waiting}.`,
      absent > 0 && `No data for ${absent}.`,
      unknown > 0 && `SLA unknown for ${unknown}.`,
    ]
      .filter(Boolean)
      .join(' ')
  )
}

/** How many of the measured meet the requirement now. */
function nowWords(measured: number, off: number, about: 'market' | 'party'): string {
  if (measured === 0) return 'Nothing is known of the requirement yet.'
  if (about === 'party') return `Meets the requirement in ${measured - off} of ${plural(measured, 'market')} now.`
  if (off === 0)
    return `${measured === 1 ? 'The one' : `All ${plural(measured, 'provider')}`} measured ${nounFor(measured, 'meets', 'meet')} the requirement now.`
  return `${off} of ${measured} ${nounFor(off, 'is', 'are')} short right now.`
}

/** How many are behind the minimum of the epoch, and who can no longer reach it. */
function epochWords(judged: readonly ScoreRow[], names: Names, about: 'market' | 'party'): string {
  const failing = judged.filter(({ verdict }) => failsSla(verdict))
  const lost = failing.filter(({ verdict }) => verdict.state === 'lost').map(({ provider }) => provider)
  const [first] = lost
  const id = about === 'market' ? first?.partyId : first?.marketId
  const name = id && (about === 'market' ? names.party(id) : names.market(id))
  const past =
    id === undefined
      ? ''
      : `; ${lost.length > 1 ? lost.length : name === id ? shortId(id) : name} can\u2019t recover this epoch`
  return `${failing.length || 'None'} ${nounFor(failing.length || 1, 'is', 'are')} behind on the SLA${past}.`
}
