/**
 * Takes a lock that all tabs of this browser see, until the result is called or the page ends; undefined while another tab has it.
 * Where a browser has no locks (plain http) or forbids them with its storage, every tab has it.
 */
export async function takeTabLock(name: string): Promise<(() => void) | undefined> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return () => undefined
  return new Promise((resolve) => {
    const held = locks.request(name, { ifAvailable: true }, (granted) =>
      granted ? new Promise<void>(resolve) : resolve(undefined),
    )
    held.catch(() => resolve(() => undefined))
  })
}
