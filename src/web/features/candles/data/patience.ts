import type { Candle } from '../../../../wire/candles.ts'
import type { Page } from '../../../../wire/page.ts'
import { retry, retryDelay } from '../../../api/retry-policy.ts'
import type { CandleRequest } from './query.ts'

export type AskCandles = (request: CandleRequest, signal: AbortSignal) => Promise<Page<Candle>>

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(asError(signal.reason))
    })
  })
}

/** Asks, and repeats what retry.ts lets repeat. Throws what the last attempt threw, or the signal's reason. */
export const patiently =
  (ask: AskCandles): AskCandles =>
  async (request, signal) => {
    for (let failures = 0; ; failures++) {
      try {
        return await ask(request, signal)
      } catch (error) {
        if (signal.aborted || !retry(failures, error)) throw error
        await pause(retryDelay(failures), signal)
      }
    }
  }
