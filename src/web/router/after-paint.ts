/**
 * Runs `work` after the next frame, so that what the reader just did is shown before a slow processor begins what follows
 * from it; at once in a hidden tab, which draws no frames.
 */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') work()
  else requestAnimationFrame(() => setTimeout(work))
}
