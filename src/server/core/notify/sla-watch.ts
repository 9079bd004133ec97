import type { SettlementAsset, SlaVerdict } from '../../../wire/sla/sla-verdict.ts'
import type { WatchClock } from '../watch/party-watch.ts'

/** How a party stands on the SLA of a market. */
export interface SlaPosition {
  market: string
  /** The market's code. */
  code: string
  verdict: SlaVerdict
  /** Of the epoch that the verdict is on. */
  epoch: string
  amounts: SettlementAsset
}

/** Reads the positions of a party. Rejects when they cannot be read. */
export type ReadPositions = (party: string, signal: AbortSignal) => Promise<SlaPosition[]>

/** Each party is read once in this time, in milliseconds; what fails is read again in the next turn. */
const intervalMs = 30_000

/** Reads the liquidity positions of the parties in turn until the signal aborts. */
export async function watchSla(
  parties: readonly string[],
  { read, clock }: { read: ReadPositions; clock: WatchClock },
  observe: (party: string, positions: readonly SlaPosition[] | { failure: string }) => void,
  signal: AbortSignal,
): Promise<void> {
  const step = intervalMs / Math.max(1, parties.length)
  while (!signal.aborted)
    for (const party of parties) {
      const positions = await read(party, signal).catch((error: unknown) => ({
        failure: error instanceof Error ? error.message : String(error),
      }))
      if (signal.aborted) return
      observe(party, positions)
      const woken = await clock.sleep(step, signal).then(
        () => true,
        () => false,
      )
      if (!woken) return
    }
}
