import { nodeState } from '../../../api/status/node-status.ts'
import { pollDelay } from '../poll.ts'

/** Five questions a second at most, whatever the wall shows, with room for what the frame around it asks. */
const minGap = 220
/** Up to twenty parties two a second are enough; more share a round of ten seconds, or eleven when there are fifty. */
const easyGap = 500
const longestRound = 10_000
/** Answers awaited at once: a node that is slow is asked less often, not more at a time. */
const maxAwaited = 4
/** After so many failures in a row the node is given time. */
const maxFailures = 5
const restAfterFailures = 2_000
const idle = 1_000

/** Milliseconds between two questions, when each of the parties is asked once in `poll` or as often as the pace allows. */
export function gapFor(parties: number, poll: number): number {
  const round = Math.max(poll, Math.min(parties * easyGap, longestRound))
  return Math.max(minGap, round / Math.max(1, parties))
}

/** One loop for all parties of a wall. */
export interface WallLoop {
  /** Which parties are asked for from now on. */
  set: (parties: readonly string[]) => void
  /** Asks for this one next, within the pace. */
  prefer: (party: string) => void
  stop: () => void
}

/**
 * Asks for one party after the other, the one that waited longest first, and never faster than the pace: what was
 * missed while the page was hidden or paused is not made up for. While the node refuses, nothing is asked; then it goes
 * on where it stopped. `ask` tells whether it was answered and never throws.
 */
export function startWallLoop(ask: (party: string) => Promise<boolean>): WallLoop {
  const askedAt = new Map<string, number>()
  let parties: readonly string[] = []
  let preferred: string[] = []
  let awaited = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function next(now: number, round: number | false): string | undefined {
    const first = preferred.find((party) => parties.includes(party))
    if (first !== undefined) return first
    const fresh = parties.find((party) => !askedAt.has(party))
    if (fresh !== undefined || round === false) return fresh
    const [oldest] = parties.toSorted((a, b) => (askedAt.get(a) ?? 0) - (askedAt.get(b) ?? 0))
    return oldest !== undefined && now - (askedAt.get(oldest) ?? 0) >= round ? oldest : undefined
  }

  async function send(party: string): Promise<void> {
    awaited += 1
    failures = (await ask(party)) ? 0 : failures + 1
    awaited -= 1
  }

  function turn(): void {
    const poll = pollDelay(false, document.hidden)
    const refused = (nodeState.get().until ?? 0) - Date.now()
    if (refused > 0) return wait(poll === false ? refused : poll)
    const gap = gapFor(parties.length, poll === false ? 0 : poll)
    const now = performance.now()
    // A little early rather than a turn late.
    const party = next(now, poll === false ? false : gap * parties.length - gap / 2)
    const started = parties.every((each) => askedAt.has(each))
    if (party !== undefined && awaited < maxAwaited) {
      askedAt.set(party, now)
      preferred = preferred.filter((each) => each !== party)
      void send(party)
    }
    const pace = party === undefined ? Math.min(gap, idle) : started ? gap : minGap
    wait(failures >= maxFailures ? Math.max(pace, restAfterFailures) : pace)
  }

  function wait(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(turn, ms)
  }

  wait(0)
  return {
    set(wanted) {
      parties = wanted
      for (const party of askedAt.keys()) if (!wanted.includes(party)) askedAt.delete(party)
    },
    prefer(party) {
      if (!preferred.includes(party)) preferred = [...preferred, party]
    },
    stop: () => clearTimeout(timer),
  }
}
