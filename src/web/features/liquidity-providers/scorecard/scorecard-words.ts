import { plural } from '../../../format/words.ts'
import { isOff, type ScoreRow, staleReason } from '../scores/rows.ts'
import { onBook, failsSla, isJudged } from '../../../../wire/sla/sla-verdict.ts'

/** How the providers of a market, or a party on its markets, stand now and in this epoch. */
export const liquiditySentence = (rows: readonly ScoreRow[], about: 'market' | 'party'): string =>
  staleReason(rows) ?? `Now: ${summaryWords(rows, about)} ${slaSentence(rows)}`

/** How many meet the requirement now. */
export function summaryWords(rows: readonly ScoreRow[], about: 'market' | 'party'): string {
  const measured = rows.filter(({ provider }) => onBook(provider.sla).state !== 'unknown')
  const off = measured.filter(isOff).length
  const unknown = rows.length - measured.length
  const missing = unknown === 0 ? '' : ` No data for ${unknown}.`
  if (measured.length === 0) return `no service level is known yet.${missing}`
  if (about === 'party') {
    const met = measured.length - off
    return `requirement met in ${met} of ${plural(measured.length, 'market')}.${missing}`
  }
  if (off === 0) {
    return `requirement met by ${measured.length === 1 ? 'the one measured' : `all ${measured.length}`}.${missing}`
  }
  return `requirement not met by ${off} of ${measured.length}.${missing}`
}

/** How many are behind the minimum of the epoch. */
export function slaSentence(rows: readonly ScoreRow[]): string {
  const judged = rows.filter(({ verdict }) => isJudged(verdict))
  const waiting = rows.filter(({ verdict }) => verdict.state === 'waiting').length
  const unknown = rows.length - judged.length - waiting
  const none =
    (waiting === 0 ? '' : ` SLA loading for ${waiting}.`) + (unknown === 0 ? '' : ` SLA unknown for ${unknown}.`)
  if (judged.length === 0) return `SLA this epoch: ${waiting > 0 ? 'loading' : 'unknown'}.`
  const failing = judged.filter(({ verdict }) => failsSla(verdict))
  const lost = failing.filter(({ verdict }) => verdict.state === 'lost').length
  const past = lost === 0 ? '' : `, ${lost} can\u2019t recover`
  return `SLA this epoch: ${failing.length} of ${judged.length} behind${past}.${none}`
}
