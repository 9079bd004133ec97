import { limiterPort, type LimiterPort } from '../../client/limiter-port.ts'
import { isArchive } from './node-fetch.ts'
import { rateLimiterOf } from './node-rate-limiter.ts'

/** Nobody else waits for an archive of this page. */
const unlimited: LimiterPort = { acquire: () => Promise.resolve(undefined), release: () => Promise.resolve(undefined) }

export const limiterPortOf = (base: string): LimiterPort =>
  isArchive(base) ? unlimited : limiterPort(rateLimiterOf(base))

/** `end` leaves for the pending requests of a worker that is terminated: other tabs would wait for their trial. */
export function workerLimiterPort(port: LimiterPort): { port: LimiterPort; end: () => void } {
  let pending = 0
  let ended = false
  return {
    port: {
      async acquire() {
        const limit = await port.acquire()
        if (limit) return limit
        if (ended) await port.release()
        else pending += 1
        return undefined
      },
      release(response) {
        pending -= 1
        return port.release(response)
      },
    },
    end() {
      ended = true
      for (; pending > 0; pending--) void port.release()
    },
  }
}
