import * as v from 'valibot'

const Missing = v.object({
  status: v.number(),
  message: v.string(),
  /** Unix milliseconds of this browser. */
  at: v.number(),
})
/** How a node said that it does not have a route. */
export type MissingRoute = v.InferOutput<typeof Missing>

const key = 'lyra.missing'
const maxRoutes = 100
/** Milliseconds after which a node may have been upgraded. */
const maxAgeMs = 3_600_000

const Stored = v.record(v.string(), Missing)
let routes = read()

function read(): v.InferOutput<typeof Stored> {
  try {
    return v.parse(Stored, JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

function replace(next: typeof routes): void {
  routes = next
  try {
    sessionStorage.setItem(key, JSON.stringify(routes))
  } catch {
    // Without storage the next page load sends the requests again.
  }
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
