import { nodeState } from '../../../client/node-status.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { promptParties } from '../query.ts'

/** At most five requests a second after the first ones, so that the rest of the page keeps some of the rate limit. */
const minGapMs = 220
/** Up to twenty parties share two requests a second; more share a round of ten seconds, or eleven for fifty. */
const defaultGapMs = 500
const maxRoundMs = 10_000
const promptGapMs = 20
/** Max pending requests; a slow node is polled less often, not with more concurrent requests. */
const maxPending = 4
/** After this many failures in a row requests slow down. */
const maxFailures = 5
const gapAfterFailuresMs = 2_000
const idleMs = 1_000
/** A timer that is later than this was held back by the browser, as those of hidden tabs are. */
const lateMs = 2_000
/** So that tabs and users do not resume in the same instant. */
const jitterMs = 2_000

/** Milliseconds between two requests, when each party is requested once per `poll` or as often as the limits allow. */
export function gapFor(parties: number, poll: number): number {
  const round = Math.max(poll, Math.min(parties * defaultGapMs, maxRoundMs))
  return Math.max(minGapMs, round / Math.max(1, parties))
}

/** Milliseconds until each of so many parties has been requested once more. */
export const roundMs = (parties: number, poll: number): number => gapFor(parties, poll) * Math.max(1, parties)

/** One loop for all parties of a tab. */
export interface PollLoop {
  set: (parties: readonly string[]) => void
  /** Requests this party next, without exceeding the rate. */
  prefer: (party: string) => void
  /** The party has just been read, by a page or by another tab. */
  skip: (party: string) => void
  /** Requests all parties as those of a new page. */
  restart: () => void
  stop: () => void
}

/** Requests one party after the other, the one that waited longest first. `request` must not reject. */
export function startPollLoop(request: (party: string) => Promise<boolean>): PollLoop {
  const requestedAt = new Map<string, number>()
  let parties: readonly string[] = []
  const preferred = new Set<string>()
  let pending = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = performance.now()
  /** Whether no party was due last time. */
  let idle = false
  /** Requests that a late timer has missed. */
  let missed = 0

  /** The next party; with `round` false only one that is preferred or was never requested. */
  function nextParty(now: number, round: number | false): string | undefined {
    const first =
      [...preferred].find((party) => parties.includes(party)) ?? parties.find((party) => !requestedAt.has(party))
    if (first !== undefined || round === false) return first
    const since = (party: string): number => requestedAt.get(party) ?? 0
    const [oldest] = parties
    const longest = oldest && parties.reduce((found, party) => (since(party) < since(found) ? party : found), oldest)
    return longest !== undefined && now - since(longest) >= round ? longest : undefined
  }

  async function send(party: string): Promise<void> {
    pending += 1
    failures = (await request(party)) ? 0 : failures + 1
    pending -= 1
    if (missed <= 0) return
    missed -= 1
    sendNext()
  }

  function sendNext(): { sent: boolean; gap: number } {
    const { live, spam } = preferences.get()
    const isPaused = !live || spam.poll === 0
    const gap = gapFor(parties.length, isPaused ? 0 : spam.poll)
    const now = performance.now()
    // Half a gap early rather than a whole one late.
    const party = nextParty(now, isPaused ? false : gap * parties.length - gap / 2)
    idle = party === undefined
    if (party === undefined) missed = 0
    else if (pending < maxPending) {
      requestedAt.set(party, now)
      preferred.delete(party)
      void send(party)
    }
    return { sent: party !== undefined, gap }
  }

  function turn(): void {
    const refused = (nodeState.get().until ?? 0) - Date.now()
    if (refused > 0) return wait(refused + Math.random() * jitterMs)
    const late = performance.now() - dueAt
    const started = parties.every((each) => requestedAt.has(each))
    const { sent, gap } = sendNext()
    // A hidden tab runs its timers as seldom as once a minute: each of them reads every party.
    if (late > lateMs) {
      missed = Math.min(parties.length - 1, Math.floor(late / gap))
      for (let at = 1; at < maxPending && missed > 0; at += 1) sendNext()
    }
    const firstGap = requestedAt.size < promptParties ? promptGapMs : minGapMs
    const delay = !sent ? Math.min(gap, idleMs) : started ? gap : firstGap
    wait(failures >= maxFailures ? Math.max(delay, gapAfterFailuresMs) : delay)
  }

  function wait(ms: number): void {
    clearTimeout(timer)
    dueAt = performance.now() + ms
    timer = setTimeout(turn, ms)
  }

  wait(0)
  return {
    set(next) {
      parties = next
      for (const party of requestedAt.keys()) if (!next.includes(party)) requestedAt.delete(party)
      if (!idle || next.every((party) => requestedAt.has(party))) return
      idle = false
      wait(0)
    },
    prefer: (party) => void preferred.add(party),
    skip: (party) => void (parties.includes(party) && requestedAt.set(party, performance.now())),
    restart() {
      requestedAt.clear()
      wait(0)
    },
    stop: () => clearTimeout(timer),
  }
}
