// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { startLeader } from './leader.ts'

/** The lock of one browser, which all its tabs share: requests in line, and a holder that can be robbed. */
class FakeLocks {
  #holder: { reject: (reason: unknown) => void } | undefined
  readonly #line: (() => void)[] = []

  request(_: string, options: { steal?: boolean; signal?: AbortSignal }, run: () => Promise<void> | undefined) {
    return new Promise<void>((resolve, reject) => {
      const holder = { reject }
      const start = (): void => {
        this.#holder = holder
        void (run() ?? Promise.resolve()).then(() => {
          resolve()
          if (this.#holder !== holder) return
          this.#holder = undefined
          this.#line.shift()?.()
        })
      }
      options.signal?.addEventListener('abort', () => {
        const at = this.#line.indexOf(start)
        if (at >= 0) this.#line.splice(at, 1)
        reject(new DOMException('aborted', 'AbortError'))
      })
      if (options.steal) {
        this.#holder?.reject(new DOMException('stolen', 'AbortError'))
        start()
      } else if (this.#holder) this.#line.push(start)
      else start()
    })
  }
}

const hide = (hidden: boolean) => Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
const settle = () => new Promise((resolve) => setTimeout(resolve))
afterEach(() => {
  hide(false)
  vi.unstubAllGlobals()
})

function openTabs(count: number, isHidden: (tab: number) => boolean = () => false) {
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
  const leads: boolean[] = []
  const tabs = Array.from({ length: count }, (_, tab) => {
    hide(isHidden(tab))
    return startLeader('watcher', (now) => (leads[tab] = now))
  })
  return { tabs, leading: () => leads.flatMap((each, tab) => (each ? [tab] : [])) }
}

test('of three tabs one leads, and when it closes another one does', async () => {
  const { tabs, leading } = openTabs(3)
  await settle()
  expect(leading()).toEqual([2])
  tabs[2]?.stop()
  await settle()
  expect(leading()).toHaveLength(1)
  expect(leading()).not.toContain(2)
})

test('a tab that becomes visible takes over, since the timers of a hidden one are held back', async () => {
  const { tabs, leading } = openTabs(2, () => true)
  await settle()
  expect(leading()).toEqual([0])
  tabs[1]?.claim()
  await settle()
  expect(leading()).toEqual([1])
  tabs[1]?.stop()
  await settle()
  expect(leading()).toContain(0)
})

test('a browser that forbids locks with its storage is asked once, not again and again until the page stands still', async () => {
  const request = vi.fn(() => Promise.reject(new DOMException('denied in this context', 'SecurityError')))
  vi.stubGlobal('navigator', { locks: { request } })
  const leads: boolean[] = []
  const leader = startLeader('watcher', (now) => leads.push(now))
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  leader.stop()
  expect(request).toHaveBeenCalledTimes(1)
  expect(leads).toEqual([true, false])
})
