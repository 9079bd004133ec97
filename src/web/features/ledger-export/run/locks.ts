const lockManager = (): LockManager | undefined =>
  typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined

/** Takes a lock that all tabs see until `release` is called or the page ends; undefined when another tab has it. */
async function lock(name: string): Promise<{ release: () => void } | undefined> {
  const manager = lockManager()
  if (!manager) return { release: () => {} }
  return new Promise((resolve) => {
    void manager.request(name, { ifAvailable: true }, (granted) => {
      if (!granted) return resolve(undefined)
      return new Promise<void>((release) => resolve({ release }))
    })
  })
}

const prefix = 'lyra.export '
const releases = new Map<string, () => void>()

/** The runs that belong to any tab now. */
export async function lockedRuns(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await lockManager()?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? name.slice(prefix.length) : [])))
}

/** Makes this tab the owner of a run; false when another tab is. */
export async function lockRun(id: string): Promise<boolean> {
  const granted = await lock(`${prefix}${id}`)
  if (granted) releases.set(id, granted.release)
  return granted !== undefined
}

export function releaseRun(id: string): void {
  releases.get(id)?.()
  releases.delete(id)
}

/** One export at a time from a node, in all tabs. Throws when another tab has one; returns the release. */
export async function lockNode(url: string): Promise<() => void> {
  const granted = await lock(`lyra.export-node ${new URL(url).origin}`)
  if (!granted) throw new Error('another tab has an export from this node running')
  return granted.release
}
