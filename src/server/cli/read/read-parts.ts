import { createClient, RequestError, type Client } from '../../../client/client.ts'
import { printable } from '../../log.ts'

/** Exit statuses besides 2 for wrong arguments, 1 for other errors and 130 when stopped. */
export const exitStatus = { whole: 0, cut: 3, refused: 4, changed: 5 } as const

export interface ReadParts {
  client: Client
  /** Aborts when the user stops it. */
  stopping: AbortSignal
  /** A line that the next one replaces, on a terminal. */
  progress: (line: string) => void
}

export const readPartsOf = (node: string, stopping: AbortSignal): ReadParts => ({
  client: createClient({ baseUrl: node }),
  stopping,
  progress: (line) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${line}`),
})

/** Runs a read and says in a sentence why the node refused it; a refusal has an exit status of its own. */
export async function reading(stopping: AbortSignal, read: () => Promise<number>): Promise<number> {
  try {
    return await read()
  } catch (error) {
    if (stopping.aborted) return 130
    if (!(error instanceof RequestError)) throw error
    const until = error.until === undefined ? '' : ` Accepted again from ${new Date(error.until).toISOString()}.`
    const inner = error.detail?.message ? ` (${error.detail.message})` : ''
    console.error(printable(`lyra: ${error.kind}: ${error.message}${inner}${until}`))
    return exitStatus.refused
  }
}
