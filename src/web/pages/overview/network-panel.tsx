import { useState } from 'react'
import { groupDigits } from '../../format/amount.ts'
import { formatInstant } from '../../format/time.ts'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { plural } from '../../format/words.ts'
import { connectionLook, useNodeState } from '../../entities/use-node-status.ts'
import { isAway } from '../../client/connection.ts'
import { beat } from '../../client/heartbeat.ts'
import type { NodeState } from '../../client/node-status.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import type { RiskState } from '../../../wire/spam/risk-state.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import styles from './network-panel.module.css'

const shown = [
  'phase',
  'height',
  'coreHeight',
  'blockTime',
  'lastResponseAt',
  'reportedAt',
  'failure',
  'introduced',
  'chainId',
  'epoch',
  'version',
] as const
type Shown = Pick<NodeState, (typeof shown)[number]>

/** Up to this many blocks are the normal delay of the node's database. */
const fewBlocks = 5n

const behindOf = ({ height, coreHeight }: Shown): bigint | undefined => {
  if (height === undefined || coreHeight === undefined) return undefined
  const behind = BigInt(coreHeight) - BigInt(height)
  return behind > 0n ? behind : 0n
}

function standing(node: Shown): [state: RiskState, word: string] {
  const { state, word } = connectionLook[node.phase]
  if (node.phase !== 'live') return [state, word]
  const behind = behindOf(node)
  if (node.height === undefined && node.blockTime === undefined) return ['unknown', 'Not reported']
  return behind !== undefined && behind > fewBlocks ? ['watch', 'Behind'] : ['ok', 'Synced']
}

/** Undefined until the node has answered: it left nothing out. */
function lagWords(node: Shown): string | undefined {
  const behind = behindOf(node)
  if (behind !== undefined && !isAway(node.phase)) return plural(behind, 'block')
  if (node.failure || isAway(node.phase)) return 'not loaded'
  return node.lastResponseAt === undefined ? undefined : 'not reported'
}

/** What the status line leaves out of the node's state; on windows without one, all of it. */
export function NetworkPanel() {
  const node = useNodeState(...shown)
  const zone = useZone()
  const [asking, setAsking] = useState(false)
  const [state, word] = standing(node)
  const refresh = async () => {
    setAsking(true)
    await beat(true)
    setAsking(false)
  }
  const known = node.introduced || isAway(node.phase)
  const facts: [name: string, value: string | undefined, unlessInStatusLine?: true][] = [
    ['Chain', node.chainId, true],
    ['Block', node.height && groupDigits(node.height), true],
    ['Epoch', node.epoch && `${groupDigits(node.epoch.seq)}, ends ${formatInstant(node.epoch.end, zone)}`, true],
    ['Lag', lagWords(node)],
    ['Service', node.version],
  ]
  return (
    <Panel
      title="Network"
      count={known ? <StateBadge state={state}>{word}</StateBadge> : undefined}
      end={
        <Freshness query={{ dataUpdatedAt: node.reportedAt ?? 0, isFetching: asking, refetch: () => void refresh() }} />
      }
    >
      {!known && <output className="visually-hidden" aria-label="Loading" />}
      {node.failure && (
        <div className="above">
          <FailureNotice failure={node.failure} what="the state of the network" onRetry={() => void refresh()} />
        </div>
      )}
      <dl className={styles.facts}>
        {facts.map(
          ([name, value, unlessInStatusLine]) =>
            value !== undefined && (
              <div key={name} className={unlessInStatusLine && styles.narrow}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  )
}
