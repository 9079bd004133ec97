import { log } from '../../log.ts'

/** Ctrl-C under npm arrives twice within this time, from the terminal and from the parent process. */
const sameKeyPressMs = 100

/** Calls `stop` at the first SIGINT, SIGTERM or, as of a closed terminal, SIGHUP. A later one ends the process with status 1. */
export function onSignal(stop: (signal: string) => void): void {
  let first: number | undefined
  const handle = (signal: string): void => {
    if (first !== undefined) {
      if (performance.now() - first > sameKeyPressMs) {
        log.error(`Stopped at once: ${signal} came while Lyra was stopping.`)
        process.exit(1)
      }
      return
    }
    first = performance.now()
    stop(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handle)
}

export function interruptSignal(words: string): AbortSignal {
  const controller = new AbortController()
  onSignal(() => {
    console.error(`\n${words}`)
    controller.abort(new Error('Cancelled.'))
  })
  return controller.signal
}
