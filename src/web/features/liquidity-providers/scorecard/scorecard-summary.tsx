import { usePreference } from '../../../preferences/use-preferences.ts'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import styles from '../page.module.css'
import { liquiditySentence } from './scorecard-words.ts'
import { countOf, type RowKind, type ScoreRow } from '../scores/rows.ts'

interface ScorecardSummaryProps {
  /** The rows are loading: what follows waits for the height of the summary. */
  waiting: boolean
  rows: readonly ScoreRow[]
  about: 'market' | 'party'
  show: RowKind | undefined
  onShow: (show: RowKind | undefined) => void
}

const kindLabels: readonly (readonly [RowKind, string])[] = [
  ['off', 'Below requirement'],
  ['failing', 'Behind on SLA'],
  ['watched', 'Watched'],
  ['penalty', 'Has a penalty'],
]

/** Counts of notable rows, each a switch that shows only those. */
export function ScorecardSummary({ waiting, rows, about, show, onShow }: ScorecardSummaryProps) {
  const watched = usePreference('watched')
  if (waiting) return <div className={styles.summary} data-waiting />
  if (rows.length === 0) return null
  const option = <Value extends string>(value: Value, words: string, count: number | '–') => ({
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
            .map(([kind, words]) => option(kind, words, countOf(rows, kind, watched))),
        ]}
        onChange={(value) => onShow(value === 'all' ? undefined : value)}
      />
      <p>{liquiditySentence(rows, about)}</p>
    </div>
  )
}
