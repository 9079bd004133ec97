import type { BudgetPlaces } from '../budget.ts'

type Callback = (lock: Lock | null) => unknown

interface Asked {
  tab: number
  callback: Callback
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** The locks of one browser, for one name: as Web Locks behave, with tabs that can be closed. */
export class FakeLocks {
  #holder: Asked | undefined
  #line: Asked[] = []

  of(tab: number): Pick<LockManager, 'request'> {
    const request = (_: string, options: LockOptions, callback: Callback): Promise<unknown> =>
      new Promise((resolve, reject) => {
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
    return { request: request as LockManager['request'] }
  }

  /** The tab is gone: what it held is free, and nothing of it runs any more. */
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

/** Storage tells the other tabs what one wrote, after so long (ms): browsers promise no more. */
const late = 50

/** Tabs of one browser: their channels hear each other at once, their storage late. */
export function tabs(count: number): Tab[] {
  const open: { channel: Channel; items: Map<string, string>; away: boolean }[] = []
  return Array.from({ length: count }, () => {
    const items = new Map<string, string>()
    const end: (typeof open)[0] = {
      items,
      away: false,
      channel: {
        onmessage: null,
        postMessage: (data: unknown) => {
          for (const other of open) {
            if (other === end || other.away || end.away) continue
            queueMicrotask(() => other.channel.onmessage?.call(other.channel as never, { data } as MessageEvent))
          }
        },
      },
    }
    open.push(end)
    const leave = (): void => void (end.away = true)
    return {
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => {
          items.set(key, value)
          setTimeout(() => open.forEach((other) => other !== end && other.items.set(key, value)), late)
        },
      },
      channel: end.channel,
      close: leave,
      freeze: leave,
    }
  })
}
