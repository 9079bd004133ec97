import { formatAge } from '../format/duration.ts'
import { toMilliseconds } from '../format/time.ts'
import { useNow } from '../listing/freshness.tsx'
import { useNodeState } from '../listing/use-node-state.ts'
import { clockOffset } from '../node/clock.ts'
import type { NodeState } from '../node/node-state.ts'
import { preferences } from '../preferences/preferences.ts'
import { usePreferences } from '../preferences/use-preferences.ts'
import styles from './live-state.module.css'

const words: Readonly<Record<NodeState['phase'], string>> = {
  live: 'Live',
  stale: 'Stale',
  limited: 'Paused by the node',
  banned: 'Banned by the node',
  offline: 'Offline',
}

/** How the dashboard stands with its node, in a word. */
export function phaseWord({ phase, trouble }: Pick<NodeState, 'phase' | 'trouble'>, live: boolean): string {
  if (phase === 'offline' && trouble === 'unreachable') return 'No answer'
  // Data that grows old while the reader has paused is no fault of the node.
  return (phase === 'live' || phase === 'stale') && !live ? 'Paused' : words[phase]
}

/** Milliseconds since the last block of the node, by the node's clock; undefined while no block is known. */
export function useDataAge(): number | undefined {
  const { blockTime } = useNodeState()
  const now = useNow()
  return blockTime === undefined ? undefined : Math.max(0, now + clockOffset() - toMilliseconds(blockTime))
}

/** The age of the newest data in view. */
export function DataAge() {
  const age = useDataAge()
  return <>{age === undefined ? 'unknown' : formatAge(age)}</>
}

/** Live or not, and the switch for it. `age` shows the age of the data in place of the word "Live". */
export function LiveState({ age = false }: { age?: boolean }) {
  const state = useNodeState()
  const { live } = usePreferences()
  const word = phaseWord(state, live)
  const kind = word === words.live ? 'live' : word === 'Paused' ? 'paused' : state.phase
  return (
    <button
      type="button"
      className={styles.live}
      data-kind={kind}
      title={live ? 'Pause live updates (p)' : 'Go on with live updates (p)'}
      aria-label={`${word}. ${live ? 'Pause live updates' : 'Go on with live updates'}`}
      onClick={() => preferences.set({ live: !live })}
    >
      <i />
      {age && kind === 'live' ? <DataAge /> : word}
    </button>
  )
}
