import * as v from 'valibot'
import { createObservable } from '../../observable.ts'
import { preferences } from '../../preferences/preferences.ts'

const Config = v.object({
  nodes: v.optional(v.array(v.object({ name: v.string(), url: v.string() })), []),
  decimals: v.optional(v.record(v.string(), v.pipe(v.number(), v.integer())), {}),
  /** Address template of an outside explorer, such as `https://explorer.example/{kinds}/{id}`. */
  explorer: v.exactOptional(v.string()),
})

/** What the operator of a deployment wrote into `/config.json`. */
export type Config = v.InferOutput<typeof Config>

/** The deployment's settings: nodes to offer, decimals by market or asset id, an explorer to link to. Empty until read, or without a file. */
export const deployment = createObservable<Config>({ nodes: [], decimals: {} })

/** Decimals of the deployment hold where the reader has set none; they are then seen and changed like the reader's own. */
function adoptDecimals(given: Config['decimals']): void {
  const own = preferences.get().decimals
  if (Object.keys(given).every((id) => id in own)) return
  preferences.set({ decimals: { ...given, ...own } })
}

/** Reads `/config.json` beside the dashboard. A missing or wrong file is no error: nothing is configured then. */
export async function readConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json', { cache: 'no-cache', credentials: 'same-origin' })
    const read = v.safeParse(Config, await response.json())
    if (!response.ok || !read.success) return
    deployment.set(read.output)
    adoptDecimals(read.output.decimals)
  } catch {
    // No file, or a development server that answers with a page.
  }
}
