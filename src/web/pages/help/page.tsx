import { terms } from '../../entities/terms.ts'
import { termAnchor } from '../../ui/overlays/explain.tsx'
import { isArchive, isNowhere } from '../../client/node-fetch.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { useHash } from '../../router/use-location.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Table } from '../../ui/display/table.tsx'
import type { RiskState } from '../../../wire/spam/risk-state.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { entries } from './entries.ts'
import styles from './page.module.css'

const states: readonly (readonly [state: RiskState, meaning: string])[] = [
  ['ok', 'Every counter is below the Watch threshold.'],
  ['watch', 'A counter has reached 60 % of its limit, or the percentage set in Settings.'],
  ['near', 'A counter has reached 80 % of its limit, or the percentage set in Settings.'],
  ['limit', 'A counter is full: the next transaction of this kind is refused until the epoch ends.'],
  ['banned', 'The node refuses transactions of this kind until the time shown.'],
  ['confirming', 'A ban has ended by the clock; the node has not confirmed that yet.'],
  ['stale', 'The last values are too old to judge by: more than two refreshes are missing.'],
  ['denied', 'The limit is 0: transactions of this kind are refused.'],
  ['none', 'The node counts transactions of this kind but refuses none.'],
  ['unknown', 'The node does not report a counter, or has not answered yet.'],
  ['unrecorded', 'Nothing is counted and the node does not know this key: check it.'],
]

const program = (address: string): string => `import { listMarginModes } from 'lyra-wire'
import { createClient } from 'lyra-wire/client'
const page = await createClient({ baseUrl: '${address}' }).get(listMarginModes, {})`

/** How programs ask the node in use. An archive in this browser answers this page alone. */
function ApiPanel() {
  const { base } = useNodeState('base')
  if (isArchive(base) || isNowhere(base)) return null
  const address = base || location.origin
  return (
    <Panel title="API">
      <p>
        Programs ask this node at <span className="mono">{address}</span>.{' '}
        {base === '' ? (
          <>
            Operations, members and units: <a href="/openapi.json">OpenAPI document</a>.
          </>
        ) : null}
      </p>
      <CodeBlock label="Client" text={program(address)} />
    </Panel>
  )
}

/** What states and terms mean, in plain language. */
export function HelpPage() {
  const hash = useHash()
  return (
    <>
      <PageHead title="Help" sub="States and terms explained. Press ? for keyboard shortcuts." />
      <Panel flush title={<span id={termAnchor(terms.states.title)}>{terms.states.title}</span>}>
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
      <Panel title="Glossary" count={entries.length}>
        <dl className={styles.terms}>
          {entries.map(({ title, text, usual }) => (
            <div key={title} id={termAnchor(title)} data-named={termAnchor(title) === hash || undefined}>
              <dt>{title}</dt>
              <dd>
                {text}
                {usual !== undefined && <small>{usual}</small>}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <ApiPanel />
    </>
  )
}
