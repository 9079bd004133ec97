/** Ctrl-C under npm arrives twice, from the terminal and from the parent process, within a moment. */
const oneKeyPress = 100

/** Calls `stop` at the first SIGINT or SIGTERM. A later one ends the process at once with status 1. */
export function onSignal(stop: (signal: string) => void): void {
  let first: number | undefined
  const told = (signal: string): void => {
    if (first !== undefined) {
      if (performance.now() - first > oneKeyPress) {
        console.error(`Stopped at once: ${signal} came while Lyra was stopping.`)
        process.exit(1)
      }
      return
    }
    first = performance.now()
    stop(signal)
  }
  process.on('SIGINT', told)
  process.on('SIGTERM', told)
}
