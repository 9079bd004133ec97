import { indexedDbStore } from './limiter-store.ts'
import { Budget } from './rate-limiter.ts'

const budgets = new Map<string, Budget>()

/** The one rate limiter of a node in this tab, by its base address (empty for the same origin). */
export function budgetOf(base: string): Budget {
  const known = budgets.get(base)
  if (known) return known
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`lyra.rate-limit ${base}`)
  const budget = new Budget({ store: indexedDbStore(base), channel, random: Math.random })
  budgets.set(base, budget)
  if (typeof document !== 'undefined') {
    // A page that is closed, cached or frozen must not keep other tabs from trying the node.
    globalThis.addEventListener('pagehide', () => budget.suspend())
    document.addEventListener('freeze', () => budget.suspend())
    globalThis.addEventListener('pageshow', () => budget.refresh())
    document.addEventListener('resume', () => budget.refresh())
  }
  return budget
}
