import { useState } from 'react'
import { glossary } from '../../entities/field-glossary.ts'
import { terms } from '../../entities/terms.ts'
import { gaugeLabels, type GaugeName } from '../../features/spam-statistics/gauges/gauge.ts'
import { counterEntries } from '../../features/spam-statistics/spam-glossary.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import type { RiskState } from '../../ui/feedback/risk-state.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import type { Entry } from '../../ui/overlays/explain.tsx'
import styles from './page.module.css'

const states: readonly (readonly [state: RiskState, meaning: string])[] = [
  ['ok', 'Every counter is below the Watch threshold.'],
  ['watch', 'A counter has reached 60 % of its limit, or the percentage set in Settings.'],
  ['near', 'A counter has reached 80 % of its limit, or the percentage set in Settings.'],
  ['limit', 'A counter is full: the next transaction of this kind is refused until the epoch ends.'],
  ['banned', 'The node refuses transactions of this kind until the time shown.'],
  ['unknown', 'The node does not report a counter, or has not answered yet.'],
  ['unrecorded', 'Nothing is counted and the node does not know this key: check it.'],
]

/** Every explanation of the dashboard: terms of the field, counters, and fields of records that are no term. */
const entries: readonly Entry[] = [
  ...Object.values(terms).filter((entry) => entry !== terms.states),
  ...Object.entries(counterEntries).map(([name, entry]) => ({
    ...entry,
    title: name === 'pow' ? 'Proof-of-work counter' : gaugeLabels[name as GaugeName],
  })),
  ...Object.entries(glossary)
    .filter(([, { of }]) => of === undefined)
    .map(([path, { name, meaning, unit }]) => ({
      title: name,
      text: meaning,
      usual: unit === undefined ? path : `${path}, ${unit}`,
    })),
].toSorted((a, b) => a.title.localeCompare(b.title))

const matches = ({ title, text }: Entry, words: string): boolean =>
  `${title} ${text}`.toLowerCase().includes(words.trim().toLowerCase())

/** What states and terms mean, in plain language. */
export function HelpPage() {
  const [words, setWords] = useState('')
  const found = entries.filter((entry) => matches(entry, words))
  return (
    <>
      <PageHead title="Help" sub="states and terms explained; press ? for keyboard shortcuts" />
      <Panel flush title="States">
        <Table label="States">
          {states.map(([state, meaning]) => (
            <tr key={state}>
              <td className={styles.state}>
                <StateBadge state={state} />
              </td>
              <td className={styles.meaning}>{meaning}</td>
            </tr>
          ))}
        </Table>
      </Panel>
      <Panel title="Glossary" count={found.length}>
        <search className={styles.search}>
          <TextField label="Find a term" value={words} onChange={setWords} />
        </search>
        {found.length === 0 && <Empty title="No term matches" />}
        <dl className={styles.terms}>
          {found.map(({ title, text, usual }) => (
            <div key={`${title} ${text}`}>
              <dt>{title}</dt>
              <dd>
                {text}
                {usual !== undefined && <small>{usual}</small>}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  )
}
