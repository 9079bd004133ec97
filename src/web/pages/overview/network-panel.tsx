import { BlockCell } from '../../entities/epoch/block-cell.tsx'
import { type ReactNode, useState } from 'react'
import { groupDigits } from '../../format/amount.ts'
import { formatAge, formatCountdown, formatSpan } from '../../format/duration.ts'
import { formatInstant, toMilliseconds } from '../../format/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { nounFor } from '../../format/words.ts'
import { connectionLook } from '../../entities/connection-style.ts'
import { useEpochProgress } from '../../entities/epoch/use-epoch.ts'
import { useNodeState, useStoppedAt } from '../../entities/use-node-status.ts'
import { serverNow } from '../../client/server-clock.ts'
import { isAway } from '../../client/connection.ts'
import { beat } from '../../client/heartbeat.ts'
import type { EpochSpan, NodeState } from '../../client/node-status.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import type { RiskState } from '../../../wire/spam/risk-state.ts'
import { Rule } from '../../ui/display/scale-bar.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import styles from './network-panel.module.css'

/** Up to this many blocks are the normal delay of the node's database. */
const fewBlocks = 5n

const behindOf = ({ height, coreHeight }: NodeState): bigint | undefined => {
  if (height === undefined || coreHeight === undefined) return undefined
  const behind = BigInt(coreHeight) - BigInt(height)
  return behind > 0n ? behind : 0n
}

function standing(node: NodeState): [state: RiskState, word: string] {
  const { state, word } = connectionLook[node.phase]
  if (node.phase !== 'live') return [state, word]
  const behind = behindOf(node)
  if (node.height === undefined && node.blockTime === undefined) return ['unknown', 'Not reported']
  return behind !== undefined && behind > fewBlocks ? ['watch', 'Behind'] : ['ok', 'Synced']
}

function EpochRule({ epoch }: { epoch: EpochSpan }) {
  const zone = useZone()
  const stopped = useStoppedAt() !== undefined
  const { left, percent, elapsed } = useEpochProgress(epoch)
  return (
    <div className={styles.epoch}>
      <p>
        <span>
          Epoch <b>{groupDigits(epoch.seq)}</b>, started {formatInstant(epoch.start, zone)}
        </span>
        <span>
          {stopped || left === undefined ? (
            `due to end ${formatInstant(epoch.end, zone)}`
          ) : left > 0 ? (
            <>
              <b>{formatCountdown(left)}</b> left
            </>
          ) : (
            'ends with the next block'
          )}
        </span>
      </p>
      <Rule percent={percent} label={`Epoch ${epoch.seq}, ${elapsed} elapsed`} />
    </div>
  )
}

const Coming = () => (
  <i className={styles.coming} aria-hidden="true">
    {'\u2007'.repeat(9)}
  </i>
)

const EpochComing = () => (
  <div className={styles.epoch} aria-hidden="true">
    <p>
      <Coming />
    </p>
    <Rule percent={undefined} label="" />
  </div>
)

interface Seen {
  base: string
  height: bigint
  time: bigint
}

/** Fewer blocks give no reliable block rate. */
const enough = 3n

/** Milliseconds per block since the page opened; undefined until a few have passed. */
function paceOf(first: Seen, last: Seen): number | undefined {
  const blocks = last.height - first.height
  if (blocks < enough || last.time <= first.time) return undefined
  return toMilliseconds(last.time - first.time) / Number(blocks)
}

function useBlockPace({ base, height, blockTime }: NodeState): number | undefined {
  const [first, setFirst] = useState<Seen>()
  if (height === undefined || blockTime === undefined) return undefined
  const now: Seen = { base, height: BigInt(height), time: blockTime }
  if (first?.base !== base || now.height < first.height) {
    setFirst(now)
    return undefined
  }
  return paceOf(first, now)
}

/** What stands for a figure that is not there: a node that never answered did not leave it out. */
function missingFigure({ lastResponseAt, failure }: NodeState, heard: boolean) {
  if (!heard) return { value: <Coming /> }
  if (lastResponseAt === undefined) return { value: '\u2013' }
  return { value: '\u2013', unit: failure ? 'not loaded' : 'not reported' }
}

function Figures({ node, heard }: { node: NodeState; heard: boolean }) {
  useNow()
  const behind = behindOf(node)
  const age = node.blockTime === undefined ? undefined : formatAge(toMilliseconds(serverNow() - node.blockTime))
  // The unit is set small, but an age of two units (`2 h 5 min`) stays one text.
  const [, amount = age, unit] = /^(\S+) (\S+)$/.exec(age ?? '') ?? []
  const figures: [label: string, value: ReactNode, unit?: string | undefined][] = [
    ['Block height', node.height && <BlockCell key={node.height} height={node.height} />],
    ['Data age', amount, unit],
    ['Lag', behind === undefined ? undefined : groupDigits(String(behind)), nounFor(behind ?? 0, 'block')],
  ]
  const missing = missingFigure(node, heard)
  return (
    <Stats>
      {figures.map(([label, value, unit]) => (
        <Stat key={label} big label={label} {...(value === undefined ? missing : { value, unit })} />
      ))}
    </Stats>
  )
}

export function NetworkPanel() {
  const node = useNodeState()
  const pace = useBlockPace(node)
  const [asking, setAsking] = useState(false)
  const [state, word] = standing(node)
  const refresh = async () => {
    setAsking(true)
    await beat(true)
    setAsking(false)
  }
  const known = node.introduced || isAway(node.phase)
  const facts: [name: string, value: string | undefined][] = [
    ['Chain', node.chainId],
    ['Service', node.version],
    ['Epoch length', node.epoch && formatSpan(toMilliseconds(node.epoch.end - node.epoch.start))],
    ['Blocks', pace === undefined ? undefined : `about every ${formatSpan(pace)}`],
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
      <div className={styles.figures}>
        <Figures node={node} heard={known} />
        {node.epoch ? <EpochRule epoch={node.epoch} /> : !known && <EpochComing />}
      </div>
      {node.failure && (
        <div className={styles.failure}>
          <FailureNotice failure={node.failure} what="the state of the network" onRetry={() => void refresh()} />
        </div>
      )}
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  )
}
