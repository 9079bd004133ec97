import type { Answered, Gate, Hold } from './limiter-port.ts'

/** A worker's call at the gate that stands in its page. */
export interface GateCall {
  gate: 'enter' | 'leave'
  turn: number
  answered?: Answered
}

export interface GateReply {
  turn: number
  hold: Hold | undefined
}

/** The worker's end: a gate whose calls are answered by the page, which alone sees the budget of all tabs. */
export function remoteGate(send: (call: GateCall) => void): { gate: Gate; hear: (reply: GateReply) => void } {
  const waiting = new Map<number, (hold: Hold | undefined) => void>()
  let latest = 0
  const call = (gate: GateCall['gate'], answered?: Answered): Promise<Hold | undefined> =>
    new Promise((resolve) => {
      latest += 1
      waiting.set(latest, resolve)
      send({ gate, turn: latest, ...(answered && { answered }) })
    })
  return {
    gate: { enter: () => call('enter'), leave: (answered) => call('leave', answered) },
    hear({ turn, hold }) {
      waiting.get(turn)?.(hold)
      waiting.delete(turn)
    },
  }
}

/** The page's end. `end` leaves for a worker that is no more: a question that never leaves would hold up the others. */
export function servedGate(
  gate: Gate,
  send: (reply: GateReply) => void,
): { hear: (call: GateCall) => void; end: () => void } {
  let inside = 0
  let ended = false
  const enter = async (): Promise<Hold | undefined> => {
    const hold = await gate.enter()
    if (hold) return hold
    if (ended) await gate.leave()
    else inside += 1
    return undefined
  }
  const leave = (answered: Answered | undefined): Promise<Hold | undefined> => {
    inside -= 1
    return gate.leave(answered)
  }
  return {
    hear({ gate: call, turn, answered }) {
      void (call === 'enter' ? enter() : leave(answered)).then((hold) => ended || send({ turn, hold }))
    },
    end() {
      ended = true
      for (; inside > 0; inside--) void gate.leave()
    },
  }
}
