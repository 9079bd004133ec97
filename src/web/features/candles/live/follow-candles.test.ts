import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Candle } from '../../../../wire/candles.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { rateLimiterOf } from '../../../client/node-rate-limiter.ts'
import { type FollowState, followCandles } from './follow-candles.ts'
import { recordResponse, nodeState } from '../../../client/node-status.ts'
import { CandleHolder, CandleWorld, startOf } from '../../../../../tests/web/candle-world.ts'

const candleId = `trades_candle_1_minute_${'a1'.repeat(32)}`
const bases = { lyra: 'https://lyra.example', other: 'https://other.example' }

let stops: (() => void)[] = []
let probes: string[] = []
let probed = 200
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  probes = []
  probed = 200
  vi.stubGlobal('fetch', (url: string) => {
    probes.push(url)
    return Promise.resolve(new Response(null, { status: probed }))
  })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function choose(base: string): void {
  preferences.set({ node: base })
  if (base === bases.lyra) recordResponse(base, new Headers({ 'X-Lyra': '1' }), 0, 0)
}

interface ChartScene {
  world: CandleWorld
  holder: CandleHolder
  states: FollowState[]
  allow: (allowed: boolean) => void
  stop: () => void
}

/** Follows a world whose first candle is already loaded. */
function follow(
  complete = true,
  { trades = 1, id = candleId, base }: { trades?: number; id?: string; base?: string } = {},
): ChartScene {
  choose(base ?? (complete ? bases.lyra : bases.other))
  const world = new CandleWorld(complete)
  const holder = new CandleHolder()
  for (let count = 0; count < trades; count++) world.trade(0)
  if (trades > 0) holder.take([world.candle(0)])
  const states: FollowState[] = []
  let allowed = true
  const places = { ask: world.ask, connect: world.connect, random: () => 1 }
  const options = { allowed: () => allowed, onState: (state: FollowState) => void states.push(state), places }
  const stop = followCandles(id, holder.since, holder.take, options)
  stops.push(stop)
  return { world, holder, states, allow: (now) => (allowed = now), stop }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
async function answer({ world }: ChartScene): Promise<void> {
  world.read()
  world.answer()
  await pass(0)
}
/** Opens the stream, completes the read of missed candles, and delivers the latest candle. */
async function live(scene: ChartScene): Promise<void> {
  scene.world.socket?.open()
  await answer(scene)
  scene.world.look()
  scene.world.socket?.deliver()
  await pass(0)
}
const held = ({ holder }: ChartScene): Record<string, string> =>
  Object.fromEntries([...holder.held].sort(([a], [b]) => a - b).map(([at, { volume }]) => [String(at), volume]))

describe('the stream', () => {
  test('is a websocket at the node in use', () => {
    const { world } = follow()
    expect(world.socket?.url).toBe(`wss://lyra.example/api/v2/stream/candle/data?candleId=${candleId}`)
    follow(true, { base: 'http://127.0.0.1:8081/node' })
    expect(nodeState.get().base).toBe('http://127.0.0.1:8081/node')
  })

  test('brings every change; what lies before it is read once', async () => {
    const scene = follow()
    const { world, states } = scene
    world.trade(0)
    await live(scene)
    expect(states).toEqual([{ source: 'stream' }])
    expect(held(scene)).toEqual({ 0: '2' })
    world.trade(0)
    world.trade(1)
    world.look()
    world.socket?.deliver()
    world.socket?.deliver()
    expect(held(scene)).toEqual({ 0: '3', 1: '1' })
    expect(world.asked).toBe(1)
    expect(scene.holder.calls.slice(-2)).toEqual([[0], [1]])
  })

  test('what happened between the answer and the beginning of the stream is read again', async () => {
    const scene = follow()
    const { world } = scene
    world.socket?.open()
    world.read()
    world.trade(0) // after the database read
    world.trade(1)
    world.answer()
    await pass(0)
    world.look() // before the stream begins, so it only sends the new period
    world.socket?.deliver()
    expect(held(scene)).toEqual({ 0: '1' })
    await pass(2000)
    await answer(scene)
    expect(held(scene)).toEqual({ 0: '2', 1: '1' })
  })

  test('a period that was passed over, or the end of one that another node does not tell, is read', async () => {
    for (const [complete, later] of [
      [true, 3],
      [false, 1],
    ] as const) {
      const scene = follow(complete)
      const { world } = scene
      await live(scene)
      await pass(3000)
      world.trade(0)
      world.trade(later)
      world.look()
      while (world.socket?.frames.length) world.socket.deliver()
      await pass(0)
      await answer(scene)
      const between = Object.fromEntries(Array.from({ length: later - 1 }, (_, at) => [String(at + 1), '0']))
      expect(held(scene)).toEqual({ 0: '2', ...between, [later]: '1' })
    }
  })

  test('old candles of a node that sends its whole past are ignored', async () => {
    const scene = follow(false, { trades: 2 })
    const { world, holder } = scene
    await live(scene)
    const calls = holder.calls.length
    const old: Candle = { ...world.candle(0), volume: '1', lastUpdate: startOf(0) }
    world.socket?.say(JSON.stringify({ result: { candle: old } }))
    world.socket?.say(JSON.stringify({ result: { candle: { ...old, start: startOf(-5) } } }))
    world.socket?.say(JSON.stringify({ result: { candle: world.candle(0) } }))
    expect(holder.calls.length).toBe(calls)
  })

  test('members that are left out are filled in', async () => {
    const scene = follow()
    await live(scene)
    scene.world.socket?.say(`{"result":{"candle":{"start":"${startOf(1)}","lastUpdate":"${startOf(1)}"}}}`)
    expect(scene.holder.held.get(1)).toMatchObject({ open: '', close: '', volume: '0', notional: '0' })
  })

  test('a quiet market is polled four times a minute and stays on the stream', async () => {
    const scene = follow()
    await live(scene)
    const before = scene.world.asked
    for (let count = 0; count < 60; count++) {
      await pass(1000)
      await answer(scene)
    }
    expect(scene.world.asked - before).toBe(4)
    expect(scene.states.at(-1)).toEqual({ source: 'stream' })
  })
})

describe('falling back', () => {
  const polls = async (scene: ChartScene, milliseconds: number): Promise<number> => {
    const before = scene.world.asked
    for (let passed = 0; passed < milliseconds; passed += 500) {
      await pass(500)
      await answer(scene)
    }
    return scene.world.asked - before
  }

  test.each<[string, (scene: ChartScene) => unknown]>([
    ['a close', ({ world }) => world.socket?.fail()],
    ['an error', ({ world }) => world.socket?.say('{"error":{"code":13,"message":"x"}}')],
    ['no JSON', ({ world }) => world.socket?.say('{"result":')],
    ['a message that is none', ({ world }) => world.socket?.say('{"result":{"candle":{"start":"now"}}}')],
    ['a binary frame', ({ world }) => world.socket?.say(new Blob(['{}']))],
  ])('after %s the gap is read at once, then every two seconds', async (_, harm) => {
    const scene = follow()
    await live(scene)
    await pass(5000)
    scene.world.trade(0)
    scene.world.trade(1)
    const before = scene.world.asked
    harm(scene)
    expect(scene.world.asked).toBe(before + 1)
    expect(scene.world.socket?.state).toBe('closed')
    await answer(scene)
    expect(held(scene)).toEqual({ 0: '2', 1: '1' })
    expect(scene.states.at(-1)).toEqual({ source: 'polling' })
    expect(await polls(scene, 10_000)).toBe(5)
  })

  test('a stream that does not open within three seconds', async () => {
    const scene = follow()
    expect(await polls(scene, 6000)).toBe(3)
    expect(scene.world.socket?.state).toBe('closed')
    expect(probes).toEqual([`https://lyra.example/api/v2/stream/candle/data?candleId=${candleId}`])
  })

  test('an address that the browser refuses', async () => {
    choose(bases.other)
    const world = new CandleWorld(false)
    const holder = new CandleHolder()
    const connect = (): never => {
      throw new DOMException('insecure', 'SecurityError')
    }
    const stop = followCandles(candleId, holder.since, holder.take, { places: { ask: world.ask, connect } })
    stops.push(stop)
    world.trade(0)
    await pass(2000)
    world.read()
    world.answer()
    await pass(0)
    expect(holder.held.size).toBe(1)
  })

  test('a stream is not taken for dead when a read only brings what it had said', async () => {
    const scene = follow()
    const { world } = scene
    // The stream opens during a read: its candles wait for the next read.
    await pass(2000)
    world.socket?.open()
    await answer(scene)
    for (let count = 0; count < 2; count++) {
      world.trade(0)
      world.look()
      world.socket?.deliver()
      await pass(0)
    }
    await pass(2000)
    await answer(scene)
    expect(held(scene)).toEqual({ 0: '3' })
    await pass(6000)
    expect(world.socket?.state).toBe('open')
    expect(scene.states.at(-1)).toEqual({ source: 'stream' })
  })

  test('a silent stream is found out: what an answer knows, the stream must have said', async () => {
    const scene = follow()
    await live(scene)
    scene.world.trade(0)
    await pass(15_000)
    await answer(scene)
    expect(held(scene)).toEqual({ 0: '2' })
    expect(scene.states.at(-1)).toEqual({ source: 'stream' })
    await pass(5000)
    expect(scene.states.at(-1)).toEqual({ source: 'polling' })
  })

  test('a stream that opens and does not even tell the latest candle is given up', async () => {
    const scene = follow()
    scene.world.socket?.open()
    await answer(scene)
    await pass(5000)
    expect(scene.states).toEqual([{ source: 'stream' }, { source: 'polling' }])
  })

  test('the stream is tried again, ever less often, and takes over', async () => {
    const scene = follow()
    const { world } = scene
    const tries: number[] = []
    for (let second = 0; second < 700; second++) {
      const count = world.sockets.length
      world.socket?.fail()
      await pass(1000)
      await answer(scene)
      if (world.sockets.length > count) tries.push(second)
    }
    const waits = tries.map((at, index) => at - (tries[index - 1] ?? 0))
    expect(waits).toEqual([15, 30, 60, 120, 240].map((seconds) => expect.closeTo(seconds, -1) as number))
    world.trade(0)
    while (world.socket?.state !== 'opening') await pass(1000)
    await live(scene)
    expect(scene.states.at(-1)).toEqual({ source: 'stream' })
    expect(held(scene)).toEqual({ 0: '2' })
  })

  test('a node that offers no stream is not tried again, by anyone', async () => {
    probed = 404
    const scene = follow(false, { base: 'https://without.example' })
    scene.world.socket?.fail()
    await polls(scene, 600_000)
    expect(scene.world.sockets).toHaveLength(1)
    expect(probes).toHaveLength(1)
    scene.stop()
    expect(follow(false, { base: 'https://without.example' }).world.sockets).toHaveLength(0)
  })

  test('a candle id that the node refuses is not tried again', async () => {
    const scene = follow()
    scene.world.socket?.open()
    scene.world.socket?.say('{"error":{"code":3,"message":"InvalidArgument error"}}')
    await polls(scene, 600_000)
    expect(scene.world.sockets).toHaveLength(1)
  })

  test('asking slows down while the node fails, says why, and is quick again after an answer', async () => {
    const scene = follow()
    scene.world.socket?.fail()
    const before = scene.world.asked
    for (let second = 0; second < 60; second++) {
      await pass(1000)
      scene.world.answer(true)
      scene.world.socket?.fail()
    }
    expect(scene.world.asked - before).toBeLessThan(8)
    expect(scene.states.at(-1)).toMatchObject({ source: 'polling', failure: { message: 'away' } })
    await polls(scene, 30_000)
    expect(scene.states.at(-1)).toEqual({ source: 'polling' })
    expect(await polls(scene, 10_000)).toBe(5)
  })

  test('no stream is opened during a pause or ban', async () => {
    const base = 'https://banning.example'
    rateLimiterOf(base).banned(new Headers({ 'Ratelimit-Retry-After': '60' }))
    const scene = follow(false, { base })
    await pass(59_000)
    expect(scene.world.sockets).toHaveLength(0)
    await pass(2000)
    // A request must succeed first.
    expect(scene.world.sockets).toHaveLength(0)
    rateLimiterOf(base).accepted(Date.now())
    await pass(1000)
    expect(scene.world.sockets).toHaveLength(1)
  })
})

describe('while what was missed cannot be read', () => {
  test.each<[string, (scene: ChartScene) => Promise<unknown>]>([
    [
      'after a pause',
      async (scene) => {
        await live(scene)
        scene.allow(false)
        await pass(500)
        scene.world.trade(0)
        scene.world.look()
        scene.world.socket?.deliver()
        scene.allow(true)
        await pass(500)
      },
    ],
    [
      'when another stream begins',
      async (scene) => {
        await live(scene)
        scene.world.socket?.fail()
        scene.world.answer(true)
        scene.world.trade(0)
        await pass(15_000)
        scene.world.answer(true)
        await pass(0)
        scene.world.socket?.open()
        scene.world.look()
        scene.world.socket?.deliver()
      },
    ],
  ])('the stream waits, and nothing is lost (%s)', async (_, before) => {
    const scene = follow()
    const { world } = scene
    await before(scene)
    world.answer(true)
    await pass(0)
    world.trade(1)
    world.look()
    while (world.socket?.frames.length) world.socket.deliver()
    expect(held(scene)).toEqual({ 0: '1' })
    await pass(16_000)
    await answer(scene)
    expect(held(scene)).toEqual({ 0: '2', 1: '1' })
    expect(scene.states.at(-1)).toEqual({ source: 'stream' })
  })

  test('a late answer never takes a newer state of the stream back', async () => {
    const scene = follow()
    const { world, holder } = scene
    await live(scene)
    await pass(15_000)
    world.read()
    world.trade(0)
    world.look()
    world.socket?.deliver()
    world.answer()
    await pass(0)
    expect([held(scene), holder.wrongs]).toEqual([{ 0: '2' }, []])
  })
})

describe('pausing', () => {
  test('paused, nothing changes and no request is sent; then the gap is read first', async () => {
    const scene = follow()
    const { world } = scene
    await live(scene)
    scene.allow(false)
    await pass(500)
    const { asked } = world
    const calls = scene.holder.calls.length
    world.trade(0)
    world.trade(1)
    world.look()
    while (world.socket?.frames.length) world.socket.deliver()
    await pass(5000)
    expect([world.asked, scene.holder.calls.length]).toEqual([asked, calls])
    scene.allow(true)
    await pass(500)
    expect(world.sockets).toHaveLength(1)
    await answer(scene)
    expect(held(scene)).toEqual({ 0: '2', 1: '1' })
    world.trade(0)
    world.look()
    world.socket?.deliver()
    expect(held(scene)).toEqual({ 0: '2', 1: '2' })
  })

  test('a response that arrives during the pause changes nothing', async () => {
    const scene = follow()
    scene.world.socket?.open()
    scene.world.trade(0)
    scene.world.read()
    scene.allow(false)
    await pass(500)
    scene.world.answer()
    await pass(0)
    expect(held(scene)).toEqual({ 0: '1' })
  })

  test('a long pause lets the stream go and opens another', async () => {
    const scene = follow()
    await live(scene)
    scene.allow(false)
    await pass(11_000)
    expect(scene.world.socket?.state).toBe('closed')
    await pass(600_000)
    expect(scene.world.sockets).toHaveLength(1)
    scene.world.trade(2)
    scene.allow(true)
    await pass(500)
    expect(scene.world.sockets).toHaveLength(2)
    await answer(scene)
    await live(scene)
    expect(held(scene)).toEqual({ 0: '1', 1: '0', 2: '1' })
  })

  test('a failure from before a pause does not stay reported while nothing is read that could end it', async () => {
    const scene = follow()
    await pass(2000)
    scene.world.read()
    scene.world.answer(true)
    await pass(0)
    expect(scene.states.at(-1)?.failure).toBeDefined()
    scene.allow(false)
    await pass(11_000)
    expect(scene.states.at(-1)).toEqual({ source: 'polling' })
  })

  test('following that is not allowed at first begins once it is', async () => {
    choose(bases.lyra)
    const world = new CandleWorld(true)
    let allowed = false
    const places = { ask: world.ask, connect: world.connect, random: () => 1 }
    stops.push(
      followCandles(
        candleId,
        () => undefined,
        () => undefined,
        { allowed: () => allowed, places },
      ),
    )
    await pass(60_000)
    expect([world.asked, world.sockets.length]).toEqual([0, 0])
    allowed = true
    await pass(500)
    expect([world.asked, world.sockets.length]).toEqual([1, 1])
  })
})

describe('stopping', () => {
  test.each<[string, (scene: ChartScene) => Promise<unknown>]>([
    ['at once', () => pass(0)],
    ['on the stream', (scene) => live(scene)],
    ['while asking', (scene) => (scene.world.socket?.fail(), pass(3000))],
    ['in a pause', async (scene) => (await live(scene), scene.allow(false), pass(1000))],
    ['while trying again', async (scene) => (await live(scene), scene.world.socket?.fail(), answer(scene))],
  ])('%s leaves no timer, no socket, no question', async (_, before) => {
    const clean = vi.getTimerCount()
    const scene = follow()
    await before(scene)
    scene.stop()
    const { asked } = scene.world
    const calls = scene.holder.calls.length
    scene.world.read()
    scene.world.answer()
    scene.world.socket?.deliver()
    await pass(5000)
    expect(vi.getTimerCount()).toBe(clean)
    expect(scene.world.socket?.state).toBe('closed')
    expect(scene.world.questions.every(({ over }) => over)).toBe(true)
    await pass(600_000)
    expect([scene.world.asked, scene.holder.calls.length]).toEqual([asked, calls])
  })
})

describe('requests', () => {
  test('from the newest start on, oldest first, with a page size; without one the newest page', async () => {
    const scene = follow()
    await pass(2000)
    expect(scene.world.questions[0]?.request).toEqual({
      candleId,
      fromTimestamp: startOf(0),
      pagination: { first: 1000, newestFirst: false },
    })
    const empty = follow(true, { trades: 0 })
    await pass(2000)
    expect(empty.world.questions[0]?.request).toEqual({ candleId, pagination: { first: 1000, newestFirst: true } })
    empty.world.trade(0)
    empty.world.trade(1)
    await answer(empty)
    expect(empty.holder.calls).toEqual([[0, 1]])
  })

  test('blocks between two bounds', async () => {
    const scene = follow(true, { id: candleId.replace('1_minute', 'block') })
    await pass(2000)
    const request = scene.world.questions[0]?.request
    expect(request?.fromTimestamp).toBe(startOf(0))
    expect(BigInt(request?.toTimestamp ?? 0)).toBeGreaterThan(1_800_000_000_000_000_000n)
  })

  test('a long absence is read page by page to its end', async () => {
    const scene = follow()
    scene.world.trade(2500)
    await pass(2000)
    for (let count = 0; count < 4; count++) await answer(scene)
    expect(scene.holder.held.size).toBe(2501)
    expect(scene.world.asked).toBe(3)
  })
})

/** The possible events and their weights. */
const steps = {
  trade: 5,
  look: 3,
  deliver: 3,
  tell: 3,
  read: 2,
  answer: 2,
  serve: 4,
  pass: 2,
  open: 2,
  again: 2,
  quiet: 1,
  fail: 3,
  break: 1,
  error: 1,
  pause: 1,
  resume: 2,
}
type Step = readonly [kind: keyof typeof steps, number: number]
const weighted = Object.entries(steps).map(([kind, weight]) => ({
  weight,
  arbitrary: fc.constant(kind as keyof typeof steps),
}))
const course: fc.Arbitrary<Step[]> = fc.array(fc.tuple(fc.oneof(...weighted), fc.nat(3)), {
  minLength: 10,
  maxLength: 80,
  size: 'max',
})

async function act(scene: ChartScene, [kind, number]: Step): Promise<void> {
  const { world } = scene
  if (kind === 'trade') world.trade(Math.max(0, number - 1))
  if (kind === 'look' || kind === 'tell') world.look()
  if (kind === 'deliver') world.socket?.deliver()
  if (kind === 'tell') while (world.socket?.frames.length) world.socket.deliver()
  if (kind === 'read' || kind === 'serve') world.read()
  if (kind === 'answer' || kind === 'serve') world.answer()
  if (kind === 'fail') world.answer(true)
  if (kind === 'break') world.socket?.fail()
  if (kind === 'error') world.socket?.say('{"error":{"code":13}}')
  if (kind === 'pause') scene.allow(false)
  if (kind === 'resume') scene.allow(true)
  if (kind === 'pass') await pass([1, 500, 1000, 2000][number] ?? 0)
  if (kind === 'again' || kind === 'quiet') await pass(15_500)
  if (kind === 'open' || kind === 'again') world.socket?.open()
  await pass(0)
}

/** Lets the network work until all pending candles are delivered. */
async function settle(scene: ChartScene): Promise<void> {
  scene.allow(true)
  for (let count = 0; count < 60; count++) {
    await pass(1000)
    await answer(scene)
    scene.world.socket?.open()
    scene.world.look()
    while (scene.world.socket?.frames.length) scene.world.socket.deliver()
  }
}

describe.each([
  ['Lyra', true, 0],
  ['a node that tells only the newest candle', false, 0],
  ['Lyra, for a market that has not traded', true, 1],
])('with %s', (_, complete, empty) => {
  test('every candle arrives in its last state through any failure at any time', async () => {
    await fc.assert(
      fc.asyncProperty(course, fc.boolean(), async (each, settled) => {
        const scene = follow(complete, { trades: 1 - empty })
        for (const step of each) await act(scene, step)
        if (!settled) scene.world.socket?.fail() // finish by polling alone
        await settle(scene)
        scene.stop()
        const { world, holder } = scene
        expect(holder.wrongs).toEqual([])
        const all = [...holder.held.keys()]
        if (world.last >= 0) expect(all).toContain(world.last)
        const first = Math.min(...all)
        for (let at = first; at <= world.last; at++) expect(holder.held.get(at)).toEqual(world.candle(at))
        if (empty === 0) expect(holder.held.has(0)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
