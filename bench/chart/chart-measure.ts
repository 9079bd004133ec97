import type { CDPSession, Page } from 'playwright'

/** What a page keeps in memory without showing it. */
export interface Kept {
  /** Canvas elements that are alive outside of the document. */
  detachedCanvases: number
  /** Nodes and event listeners that are alive. */
  nodes: number
  listeners: number
}

/** Reads from the browser's heap what a page released and what it did not. */
export class LeakMeter {
  readonly #session: CDPSession
  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async of(page: Page): Promise<LeakMeter> {
    return new LeakMeter(await page.context().newCDPSession(page))
  }

  async kept(): Promise<Kept> {
    const session = this.#session
    for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage')
    const group = { objectGroup: 'kept' }
    const { result } = await session.send('Runtime.evaluate', { expression: 'HTMLCanvasElement.prototype', ...group })
    const { objects } = await session.send('Runtime.queryObjects', {
      prototypeObjectId: result.objectId ?? '',
      ...group,
    })
    const counted = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.filter((one) => !one.isConnected).length }',
      returnByValue: true,
    })
    await session.send('Runtime.releaseObjectGroup', group)
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    return { detachedCanvases: Number(counted.result.value), nodes, listeners: jsEventListeners }
  }
}

export interface Pan {
  p50: number
  p95: number
  longest: number
}

/** Drags the chart that holds `selector`'s first canvas by `step` px in each of `count` frames and times the frames. */
export const panFrames = (page: Page, selector: string, step: number, count: number): Promise<Pan> =>
  page.evaluate(
    async ({ selector, step, count }) => {
      const canvas = document.querySelector(`${selector} canvas`)
      if (!canvas) throw new Error(`no canvas in ${selector}`)
      const box = canvas.getBoundingClientRect()
      const [left, top] = [box.left + box.width / 2, box.top + box.height / 2]
      const target = document.elementFromPoint(left, top) ?? canvas
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
      const send = (on: Element, type: string, at: number): void => {
        const where = { clientX: left + at, clientY: top, bubbles: true, cancelable: true, button: 0 }
        const buttons = type.endsWith('up') ? 0 : 1
        on.dispatchEvent(
          new PointerEvent(type.replace('mouse', 'pointer'), { ...where, buttons, pointerType: 'mouse' }),
        )
        on.dispatchEvent(new MouseEvent(type, { ...where, buttons, view: window }))
      }
      send(target, 'mousedown', 0)
      for (let rest = 0; rest < 10; rest += 1) await frame()
      const times: number[] = []
      let before = await frame()
      for (let at = 1; at <= count; at += 1) {
        send(target, 'mousemove', at * step)
        const now = await frame()
        times.push(now - before)
        before = now
      }
      send(target, 'mouseup', count * step)
      times.sort((a, b) => a - b)
      const part = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
      return { p50: part(0.5), p95: part(0.95), longest: part(1) }
    },
    { selector, step, count },
  )
