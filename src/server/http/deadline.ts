import { code } from '../../wire/error.ts'
import { BadQuery } from '../../wire/url.ts'
import { Fault } from '../error.ts'

const milliseconds: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

export interface Deadline {
  /** Runs `work` with a signal that aborts when the client leaves or the time is up (then Fault of code 4). */
  limit<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** The deadline that a request sets with `Grpc-Timeout: <n>{H,M,S,m,u,n}` (wire.md 1.4). Throws BadQuery when malformed. */
export function deadlineOf(request: Request): Deadline {
  const timeout = request.headers.get('grpc-timeout')
  if (!timeout) return { limit: (work) => work(request.signal) }
  const [, count, unit] = /^(\d{1,8})([HMSmun])$/.exec(timeout) ?? []
  if (!count || !unit) throw new BadQuery(`invalid grpc-timeout: ${timeout}`)
  // Timers hold 31 bits of milliseconds, about 24 days.
  const timer = AbortSignal.timeout(Math.min(2 ** 31 - 1, Math.ceil(Number(count) * (milliseconds[unit] ?? 1))))
  return {
    async limit(work) {
      try {
        return await work(AbortSignal.any([request.signal, timer]))
      } catch (error) {
        throw timer.aborted ? new Fault(code.deadlineExceeded, 'context deadline exceeded') : error
      }
    },
  }
}
