import type { LimiterRecord, LimiterStore } from '../../src/client/shared-record.ts'
import type { RateLimiterDependencies } from '../../src/client/rate-limiter.ts'

type Channel = NonNullable<RateLimiterDependencies['channel']>

/** One tab of a browser, as its rate limiter sees it. */
export interface FakeTab {
  store: LimiterStore
  channel: Channel
  /** The tab is gone: nothing reaches it, and transactions that have not begun are dropped. */
  close: () => void
}

/** How late (ms) what one tab does reaches the others. */
export interface Lateness {
  /** From a tab to the storage and back; transactions of a tab stay in their order. */
  storage: () => number
  /** `undefined` loses the message; messages may overtake each other. */
  message: () => number | undefined
}

const usual: Lateness = { storage: () => 2, message: () => 0 }

/** Calls run in the order in which they were made, each with its own delay. */
function inOrder(): (late: number, call: () => void) => void {
  let before = 0
  return (late, call) => {
    before = Math.max(before, Date.now() + late)
    setTimeout(call, before - Date.now())
  }
}

/** A store that refuses, as in a private window. */
export const refusingStore: LimiterStore = {
  update: () => Promise.reject(new DOMException('no storage here', 'SecurityError')),
  endTrial: () => Promise.reject(new DOMException('no storage here', 'SecurityError')),
}

/** The storage and the channel of one browser, which opens tabs. */
export class FakeBrowser {
  /** What is stored. */
  record: LimiterRecord | undefined
  readonly #channels = new Set<Channel>()
  readonly #late: Lateness

  constructor(late: Lateness = usual) {
    this.#late = late
  }

  open(): FakeTab {
    let open = true
    const channel: Channel = {
      onmessage: null,
      postMessage: (data: unknown) => {
        if (open) this.#post(channel, data)
      },
    }
    this.#channels.add(channel)
    const close = (): void => {
      open = false
      this.#channels.delete(channel)
    }
    return { store: this.#store(() => open), channel, close }
  }

  #store(isOpen: () => boolean): LimiterStore {
    const outward = inOrder()
    const inward = inOrder()
    return {
      update: (change) =>
        new Promise((resolve) => {
          outward(this.#late.storage(), () => {
            if (!isOpen()) return
            const changed = change(this.record)
            this.record = changed[0]
            inward(this.#late.storage(), () => {
              if (isOpen()) resolve(changed)
            })
          })
        }),
      // Only writes: the browser carries it out for a tab that is gone.
      endTrial: async () =>
        outward(this.#late.storage(), () => {
          if (this.record) this.record = { ...this.record, trialUntil: 0 }
        }),
    }
  }

  #post(from: Channel, data: unknown): void {
    for (const channel of this.#channels) {
      if (channel === from) continue
      const late = this.#late.message()
      const deliver = (): void => {
        if (this.#channels.has(channel)) channel.onmessage?.call(channel as never, { data } as MessageEvent)
      }
      if (late === 0) queueMicrotask(deliver)
      else if (late !== undefined) setTimeout(deliver, late)
    }
  }
}
