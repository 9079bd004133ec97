import type { BudgetPlaces } from '../rate-limit/rate-limiter.ts'

type Callback = (lock: Lock | null) => unknown

interface Asked {
  tab: number
  callback: Callback
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** The locks of one browser: as Web Locks behave, with tabs that can be closed. */
export class FakeLocks {
  readonly #byName = new Map<string, NamedLock>()

  of(tab: number): Pick<LockManager, 'request'> {
    const request = (name: string, options: LockOptions, callback: Callback): Promise<unknown> => {
      const lock = this.#byName.get(name) ?? new NamedLock()
      this.#byName.set(name, lock)
      return lock.request(tab, options, callback)
    }
    return { request: request as LockManager['request'] }
  }

  /** The tab is gone: what it held is free, and nothing of it runs any more. */
  close(tab: number): void {
    for (const lock of this.#byName.values()) lock.close(tab)
  }
}

class NamedLock {
  #holder: Asked | undefined
  #line: Asked[] = []

  request(tab: number, options: LockOptions, callback: Callback): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const asked = { tab, callback, resolve, reject }
      options.signal?.addEventListener('abort', () => {
        this.#line = this.#line.filter((other) => other !== asked)
        reject(new DOMException('given up', 'AbortError'))
      })
      if (options.steal) {
        this.#holder?.reject(new DOMException('taken', 'AbortError'))
        this.#grant(asked)
      } else if (options.ifAvailable && this.#holder) {
        resolve(callback(null))
      } else {
        this.#line.push(asked)
        this.#next()
      }
    })
  }

  close(tab: number): void {
    this.#line = this.#line.filter((asked) => asked.tab !== tab)
    if (this.#holder?.tab === tab) this.#holder = undefined
    this.#next()
  }

  #next(): void {
    if (!this.#holder && this.#line[0]) this.#grant(this.#line.shift() as Asked)
  }

  #grant(asked: Asked): void {
    this.#holder = asked
    void Promise.resolve(asked.callback({ mode: 'exclusive', name: '' })).then((value) => {
      if (this.#holder === asked) this.#holder = undefined
      asked.resolve(value)
      this.#next()
    })
  }
}

type Channel = NonNullable<BudgetPlaces['channel']>
type Tab = Pick<BudgetPlaces, 'storage'> & { channel: Channel; close: () => void; freeze: () => void }

/** How late (ms) what one tab does reaches the others. */
export interface Lateness {
  /** From a tab to the browser, and from the browser to a tab: writes stay in their order. */
  storage: () => number
  /** `undefined` loses the message; messages may overtake each other. */
  message: () => number | undefined
}

/** Browsers promise no more. */
const usual: Lateness = { storage: () => 25, message: () => 0 }

/** Calls come out in the order they went in, each as late as it was told. */
function inOrder(): (late: number, call: () => void) => void {
  let before = 0
  return (late, call) => {
    before = Math.max(before, Date.now() + late)
    setTimeout(call, before - Date.now())
  }
}

interface Write {
  from: OpenTab
  key: string
  value: string
}

/** One tab's view of storage: what the browser has told it, under its own writes that the browser has not confirmed. */
class OpenTab {
  readonly told: Map<string, string>
  readonly pending: Write[] = []
  readonly channel: Channel
  readonly outward = inOrder()
  readonly inward = inOrder()
  away = false

  constructor(stored: ReadonlyMap<string, string>, post: (data: unknown) => void) {
    this.told = new Map(stored)
    this.channel = { onmessage: null, postMessage: post }
  }

  get = (key: string): string | null =>
    this.pending.findLast((write) => write.key === key)?.value ?? this.told.get(key) ?? null

  hear(write: Write): void {
    this.told.set(write.key, write.value)
    if (write.from === this) this.pending.splice(this.pending.indexOf(write), 1)
  }
}

/** The storage and the channel of one browser, which opens tabs. */
export class FakeBrowser {
  readonly #stored = new Map<string, string>()
  readonly #open: OpenTab[] = []
  readonly #late: Lateness

  constructor(late: Lateness = usual) {
    this.#late = late
  }

  open(): Tab {
    const tab: OpenTab = new OpenTab(this.#stored, (data) => this.#post(tab, data))
    this.#open.push(tab)
    const leave = (): void => void (tab.away = true)
    const setItem = (key: string, value: string): void => this.#write({ from: tab, key, value })
    return { storage: { getItem: tab.get, setItem }, channel: tab.channel, close: leave, freeze: leave }
  }

  #post(from: OpenTab, data: unknown): void {
    if (from.away) return
    for (const tab of this.#open) {
      const late = tab === from ? undefined : this.#late.message()
      const deliver = (): void => {
        if (!tab.away) tab.channel.onmessage?.call(tab.channel as never, { data } as MessageEvent)
      }
      if (late === 0) queueMicrotask(deliver)
      else if (late !== undefined) setTimeout(deliver, late)
    }
  }

  #write(write: Write): void {
    write.from.pending.push(write)
    write.from.outward(this.#late.storage(), () => {
      this.#stored.set(write.key, write.value)
      for (const tab of this.#open) tab.inward(this.#late.storage(), () => tab.hear(write))
    })
  }
}

/** Tabs of one browser: their channels hear each other at once, their storage late. */
export function tabs(count: number): Tab[] {
  const browser = new FakeBrowser()
  return Array.from({ length: count }, () => browser.open())
}
