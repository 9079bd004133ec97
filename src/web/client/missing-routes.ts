import * as v from 'valibot'
import { storedValue } from '../stored-value.ts'

const Missing = v.object({
  status: v.number(),
  message: v.string(),
  /** Unix milliseconds of this browser. */
  at: v.number(),
})
/** How a node said that it does not have a route. */
export type MissingRoute = v.InferOutput<typeof Missing>

const maxRoutes = 100
/** Milliseconds after which a node may have been upgraded. */
const maxAgeMs = 3_600_000

const stored = storedValue('sessionStorage', 'lyra.missing', v.record(v.string(), Missing))
let routes = stored.get() ?? {}

function replace(next: typeof routes): void {
  routes = next
  stored.set(next)
}

/** Remembers for this session of the tab, at most an hour, that a node has nothing at this URL. */
export function setMissingRoute(url: string, found: MissingRoute): void {
  replace(Object.fromEntries([...Object.entries(routes), [url, found] as const].slice(-maxRoutes)))
}

/** What is remembered of a URL. */
export function missingRoute(url: string): MissingRoute | undefined {
  const found = routes[url]
  return found && Date.now() - found.at < maxAgeMs ? found : undefined
}

export function forgetMissingRoute(url: string): void {
  const { [url]: found, ...others } = routes
  if (found) replace(others)
}
