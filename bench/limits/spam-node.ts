import { spamCounters } from '../../src/wire/spam-statistics.ts'
import { type DashboardServer, replyJson, serveDashboard } from '../shared/dashboard-server.ts'

/** The built dashboard and a core node that answers for any party, by a clock that the bench moves. */
export interface SpamNode extends DashboardServer {
  /** Unix milliseconds. */
  setTime: (ms: number) => void
}

export const parties: readonly string[] = Array.from({ length: 50 }, (_, index) => String(index + 1).padStart(64, 'a'))

/** What is counted of a party: everything moves, some parties reach limits, one of ten is banned for some minutes. */
function statisticsOf(party: string, time: number, began: number): object {
  const number = parties.indexOf(party)
  const minutes = (time - began) / 60_000
  const used = (at: number): number => Math.min(20, Math.floor(((number % 7) + at) * minutes * 0.3))
  const counters = spamCounters.map((name, at) => [
    name,
    { countForEpoch: String(used(at % 4)), maxForEpoch: '20', minTokensRequired: '100000000000000000000' },
  ])
  const banned = number % 10 === 0 ? { bannedUntil: new Date(began + (240 + number * 6) * 1000).toISOString() } : {}
  return {
    ...Object.fromEntries(counters),
    votes: { statistics: [], maxForEpoch: '3', ...banned },
    pow: { blockStates: [], numberOfPastBlocks: '100' },
    epochSeq: '7',
  }
}

/** Starts it on a free port of this machine. */
export async function startSpamNode(began: number): Promise<SpamNode> {
  let time = began
  const server = await serveDashboard(
    (path) => {
      const party = /^\/statistics\/spam\/(.*)$/.exec(path)?.[1]
      return party === undefined
        ? undefined
        : replyJson({ chainId: 'bench', statistics: statisticsOf(party, time, began) })
    },
    () => ({ Date: new Date(time).toUTCString() }),
  )
  return { ...server, setTime: (ms) => (time = ms) }
}
