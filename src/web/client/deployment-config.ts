import * as v from 'valibot'
import { siteFile } from '../format/site.ts'
import { createObservable } from '../observable.ts'
import {
  DecimalsById,
  ExplorerTemplate,
  uniqueItems,
  NamesById,
  NodeBase,
  orElse,
  readMembers,
} from '../preferences/read-members.ts'
import { setDeployedNames } from '../preferences/party-names.ts'
import { preferences } from '../preferences/preferences.ts'

const Config = v.object({
  nodes: uniqueItems(v.object({ name: v.string(), url: NodeBase }), ({ url }) => url),
  decimals: orElse(DecimalsById, () => ({})),
  /** What parties are called, by id. */
  names: orElse(NamesById, () => ({})),
  /** Address template of an outside explorer, such as `https://explorer.example/{kinds}/{id}`. */
  explorer: v.exactOptional(ExplorerTemplate),
})

/** What the operator of a deployment wrote into `/config.json`, and what of it could not be read: `1 of nodes`. */
export type Config = v.InferOutput<typeof Config> & { leftOut: readonly string[] }

/** The deployment's settings: nodes to offer, decimals by market or asset id, names by party id, an explorer to link to. Empty
 * until read, or without a file. */
export const deployment = createObservable<Config>({ nodes: [], decimals: {}, names: {}, leftOut: [] })

/** Decimals of the deployment hold where the reader has set none; they are then seen and changed like the reader's own. */
function adoptDecimals(given: Config['decimals']): void {
  const own = preferences.get().decimals
  if (Object.keys(given).every((id) => id in own)) return
  preferences.set({ decimals: { ...given, ...own } })
}

/**
 * Reads `/config.json` beside the dashboard. Without the file nothing is configured. Values that cannot be read are left out and
 * listed in Settings.
 */
export async function readConfig(): Promise<void> {
  try {
    const response = await fetch(siteFile('config.json'), { cache: 'no-cache', credentials: 'same-origin' })
    const text = await response.text()
    // A development server answers with a page where there is no file.
    if (!response.ok || !text.trimStart().startsWith('{')) return
    const { output, leftOut } = readMembers(Config, JSON.parse(text))
    deployment.set({ ...output, leftOut })
    adoptDecimals(output.decimals)
    setDeployedNames(output.names)
  } catch (error) {
    if (error instanceof SyntaxError) deployment.set({ ...deployment.get(), leftOut: ['all of it'] })
  }
}
