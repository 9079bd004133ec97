/** One tab of this browser does what all of them need once. */
export interface Leader {
  /** Takes over from another tab, whose timers the browser may hold back: for a tab that becomes visible. */
  claim: () => void
  /** Gives the lock back; the tab then no longer leads. */
  stop: () => void
}

/**
 * Tells `onChange` whether this tab is the one of all tabs that holds the lock of this name. Where a browser has no locks (plain
 * http) or forbids them with its storage, every visible tab is.
 */
export function startLeader(name: string, onChange: (leads: boolean) => void): Leader {
  const { locks } = navigator as { locks?: LockManager }
  let leads = false
  let stopped = false
  let release = (): void => undefined
  let queued = new AbortController()
  const change = (now: boolean): void => {
    if (leads === now) return
    leads = now
    onChange(now)
  }
  const update = (): void => change(!document.hidden)
  const leadWhileVisible = (): void => {
    document.addEventListener('visibilitychange', update)
    update()
  }
  const request = (steal: boolean): void => {
    if (!locks) return leadWhileVisible()
    queued.abort()
    const own = (queued = new AbortController())
    locks
      .request(name, steal ? { steal } : { signal: own.signal }, () => {
        if (stopped) return undefined
        change(true)
        return new Promise<void>((resolve) => (release = resolve))
      })
      .catch((reason: unknown) => {
        if (stopped || queued !== own) return
        if (!(reason instanceof DOMException && reason.name === 'AbortError')) return leadWhileVisible()
        // Taken over by another tab: this one waits in line again.
        change(false)
        request(false)
      })
  }
  request(!document.hidden)
  return {
    claim: () => {
      if (!leads) request(true)
    },
    stop() {
      stopped = true
      document.removeEventListener('visibilitychange', update)
      queued.abort()
      release()
      change(false)
    },
  }
}
