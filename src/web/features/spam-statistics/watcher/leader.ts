/** One tab of this browser does what all of them need once. */
export interface Leader {
  /** Takes over from another tab, whose timers the browser may hold back: for a tab that becomes visible. */
  claim: () => void
  /** Gives the lock back; the tab then no longer leads. */
  stop: () => void
}

/**
 * Tells `onChange` whether this tab is the one of all tabs that holds the lock of this name. Without Web Locks (plain http)
 * every visible tab is.
 */
export function startLeader(name: string, onChange: (leads: boolean) => void): Leader {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) {
    const update = (): void => onChange(!document.hidden)
    document.addEventListener('visibilitychange', update)
    update()
    return {
      claim: update,
      stop() {
        document.removeEventListener('visibilitychange', update)
        onChange(false)
      },
    }
  }
  let leads = false
  let stopped = false
  let release = (): void => undefined
  let queued = new AbortController()
  const change = (now: boolean): void => {
    if (leads === now) return
    leads = now
    onChange(now)
  }
  const request = (steal: boolean): void => {
    queued.abort()
    const own = (queued = new AbortController())
    void locks
      .request(name, steal ? { steal } : { signal: own.signal }, () => {
        if (stopped) return undefined
        change(true)
        return new Promise<void>((resolve) => (release = resolve))
      })
      .catch(() => {
        if (stopped || queued !== own) return
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
      queued.abort()
      release()
      change(false)
    },
  }
}
