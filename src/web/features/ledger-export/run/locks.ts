import { lock } from '../engine/run-database.ts'

const releases = new Map<string, () => void>()
const prefix = 'lyra.export '

/** The name of the lock that the tab holds which looks after a run. */
export const lockOf = (id: string): string => `${prefix}${id}`

/** The run that a lock belongs to; undefined for other locks. */
export const runOfLock = (name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined

/** Looks after a run from now on; false when another tab does. */
export async function holdRun(id: string): Promise<boolean> {
  const held = await lock(lockOf(id))
  if (held) releases.set(id, held.release)
  return held !== undefined
}

export function releaseRun(id: string): void {
  releases.get(id)?.()
  releases.delete(id)
}

/** One export at a time from a node, in all tabs. Throws when another tab is at it; returns how to let go. */
export async function holdNode(url: string): Promise<() => void> {
  const held = await lock(`lyra.export-node ${new URL(url).origin}`)
  if (!held) throw new Error('another tab has an export from this node running')
  return held.release
}
