/** Does its work and returns in how many milliseconds it wants to be called again; undefined when never. */
export type Wake = (hidden: boolean) => number | undefined

/** Timers take no longer delay than this; longer ones are taken in steps. */
const longest = 2_147_483_647
/** What falls due within this is done in the same turn, so that seconds change together. */
const together = 15

const entries = new Map<Wake, number>()
let timer: ReturnType<typeof setTimeout> | undefined

const isHidden = (): boolean => document.hidden

function schedule(): void {
  clearTimeout(timer)
  timer = undefined
  if (entries.size === 0) return
  const next = Math.min(...entries.values()) - performance.now()
  timer = setTimeout(() => turn(together), Math.max(0, Math.min(next, longest)))
}

function call(wake: Wake): void {
  const delay = wake(isHidden())
  if (!entries.has(wake)) return
  if (delay === undefined) entries.delete(wake)
  else entries.set(wake, performance.now() + delay)
}

/** Calls what falls due within `ahead` milliseconds. */
function turn(ahead: number): void {
  const now = performance.now()
  for (const [wake, due] of entries) if (due <= now + ahead) call(wake)
  schedule()
}

/** A page that is seen again, or hidden, counts differently from now on: everything is worked out anew. */
const recompute = (): void => turn(Infinity)

/**
 * One timer for everything that counts: it waits for whatever is due next. Calls `wake` at once, and again when it asked
 * for it or when the page is hidden or shown. Returns the end of it.
 */
export function tick(wake: Wake): () => void {
  if (entries.size === 0) document.addEventListener('visibilitychange', recompute)
  entries.set(wake, 0)
  call(wake)
  schedule()
  return () => {
    entries.delete(wake)
    if (entries.size === 0) document.removeEventListener('visibilitychange', recompute)
    schedule()
  }
}
