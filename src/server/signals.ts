/** Ctrl-C under npm arrives twice, from the terminal and from the parent process, within a moment. */
const oneKeyPress = 100

/** Calls `stop` at the first SIGINT or SIGTERM. A later one ends the process at once with status 1. */
export function onSignal(stop: () => void): void {
  let first: number | undefined
  const told = (): void => {
    if (first !== undefined) {
      if (performance.now() - first > oneKeyPress) process.exit(1)
      return
    }
    first = performance.now()
    stop()
  }
  process.on('SIGINT', told)
  process.on('SIGTERM', told)
}
