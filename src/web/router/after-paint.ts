// A second press on a switch must find it switched, or it would switch it the same way again.
const presses = ['pointerdown', 'keydown'] as const
const waiting: (() => void)[] = []
let round = 0

function run(): void {
  round += 1
  for (const press of presses) removeEventListener(press, run, true)
  for (const work of waiting.splice(0)) work()
}

/**
 * Runs `work` after the next frame, so that what the reader just did is shown before a slow processor begins what follows
 * from it; sooner when the reader presses again, and at once in a hidden tab, which draws no frames.
 */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') {
    work()
    return
  }
  waiting.push(work)
  if (waiting.length > 1) return
  const mine = round
  for (const press of presses) addEventListener(press, run, true)
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (mine === round) run()
    }),
  )
}
