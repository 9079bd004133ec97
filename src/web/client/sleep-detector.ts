const intervalMs = 1000
const minLeapMs = 3000

/** Calls back when this device has slept or its clock was set: the wall clock then leaps past the monotonic one. */
export function onWake(listener: () => void): () => void {
  const difference = (): number => Date.now() - performance.now()
  let before = difference()
  const timer = setInterval(() => {
    const now = difference()
    const leapt = Math.abs(now - before) > minLeapMs
    before = now
    if (leapt) listener()
  }, intervalMs)
  return () => clearInterval(timer)
}
