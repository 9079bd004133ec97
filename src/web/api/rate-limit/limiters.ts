import { Budget } from './rate-limiter.ts'

const budgets = new Map<string, Budget>()

function storageOf(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** The one budget of a node, by its base address (empty for the same origin). */
export function budgetOf(base: string): Budget {
  const known = budgets.get(base)
  if (known) return known
  const key = `lyra.budget ${base}`
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(key)
  // Only pages of a secure context have locks.
  const locks = typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined
  const budget = new Budget(key, { storage: storageOf(), channel, locks, random: Math.random })
  budgets.set(base, budget)
  if (typeof document !== 'undefined') {
    // A page that is put aside answers nobody: another tab counts and tries the node meanwhile.
    for (const [target, name] of [
      [globalThis, 'pagehide'],
      [document, 'freeze'],
    ] as const) {
      target.addEventListener(name, () => budget.rest())
    }
    for (const [target, name] of [
      [globalThis, 'pageshow'],
      [document, 'resume'],
    ] as const) {
      target.addEventListener(name, () => budget.wake())
    }
  }
  return budget
}
