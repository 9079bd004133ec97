import { nounFor, plural } from '../../format/words.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import styles from './page.module.css'
import { isOff, type RowKind, rowKinds, type ScoreRow } from './scores/rows.ts'
import { onBook } from './scores/score.ts'
import { failsSla, isJudged } from './sla/sla.ts'

interface ScorecardSummaryProps {
  /** The rows are loading: the space of the summary is reserved. */
  waiting: boolean
  rows: readonly ScoreRow[]
  about: 'market' | 'party'
  show: RowKind | undefined
  onShow: (show: RowKind | undefined) => void
}

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
    const all =
      measured.length === 1 ? 'the one measured provider meets' : `all ${measured.length} measured providers meet`
    return `${all} the requirement.${missing}`
  }
  return `${off} of ${measured.length} ${nounFor(off, 'is', 'are')} below requirement.${missing}`
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
  const past = lost === 0 ? '' : `, ${lost} of them can no longer pass`
  return `SLA this epoch: ${failing.length} of ${judged.length} behind${past}.${none}`
}

const kindLabels: readonly (readonly [RowKind, string])[] = [
  ['off', 'Below requirement'],
  ['failing', 'Behind on SLA'],
  ['watched', 'Watched'],
  ['penalty', 'Has a penalty'],
]

/** Counts of notable rows, each a switch that shows only those. */
export function ScorecardSummary({ waiting, rows, about, show, onShow }: ScorecardSummaryProps) {
  const { watched } = usePreferences()
  if (waiting) return <div className={styles.summary}>{'\u00a0'}</div>
  if (rows.length === 0) return null
  const option = <Value extends string>(value: Value, words: string, count: number) => ({
    value,
    label: (
      <>
        {words} <b>{count}</b>
      </>
    ),
  })
  return (
    <div className={styles.summary}>
      <Segmented
        label="Show, of the loaded rows"
        value={show ?? 'all'}
        options={[
          option('all', 'All', rows.length),
          ...kindLabels
            .filter(([kind]) => about === 'market' || kind !== 'watched')
            .map(([kind, words]) => option(kind, words, rows.filter((row) => rowKinds[kind](row, watched)).length)),
        ]}
        onChange={(value) => onShow(value === 'all' ? undefined : value)}
      />
      <p>
        Now: {summaryWords(rows, about)} {slaSentence(rows)}
      </p>
    </div>
  )
}
