import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiquidityProviderSla } from '../../../wire/liquidity-providers.ts'
import { slaVerdict } from '../../../wire/sla/sla-verdict.ts'
import { spamCounters } from '../../../wire/spam-statistics.ts'
import { party } from '../../../../tests/server/support/ids.ts'
import { turnedClock } from '../../../../tests/server/support/turned-clock.ts'
import { unavailable } from '../../fault.ts'
import { Json } from '../../json-text.ts'
import { setSink } from '../../log.ts'
import type { Core } from '../core.ts'
import { PartyWatch, type SlaPosition, watchSla } from '../watch/party-watch.ts'
import { Notifier, type NotifierOptions } from './notifier.ts'
import type { Message } from './notice.ts'
import { type ReceiverResponse, type Post, type Receiver, ReceiverQueue } from './receiver-queue.ts'

const start = Date.parse('2026-03-01T16:00:00Z')

interface Counted {
  used: string
  bannedUntil?: string
  epoch?: string
}
/** What the core says of `transfers`; undefined while it is away. */
type Script = (partyId: string) => Counted | undefined

const replyOf = ({ used, bannedUntil, epoch = '7' }: Counted) =>
  new Json<never>(
    JSON.stringify({
      chainId: 'test-chain',
      statistics: {
        epochSeq: epoch,
        ...Object.fromEntries(
          spamCounters.map((name) => [name, { countForEpoch: '0', maxForEpoch: '3', minTokensRequired: '0' }]),
        ),
        transfers: { countForEpoch: used, maxForEpoch: '20', minTokensRequired: '0', bannedUntil },
        votes: { maxForEpoch: '3', statistics: [] },
        pow: { numberOfPastBlocks: '100', blockStates: [] },
      },
    }),
  )

const receiver = (host: string): Receiver => ({ url: `https://${host}/hook/s3cr3t`, label: host, template: undefined })

let folder: string
let lines: string[]
let running: AbortController[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyra-notify-'))
  lines = []
  running = []
  const write = (...all: unknown[]): void => void lines.push(all.map((each) => inspect(each)).join(' '))
  setSink({ info: write, error: write })
})
afterEach(() => {
  for (const each of running) each.abort()
  setSink(undefined)
  rmSync(folder, { recursive: true })
})

const ok: ReceiverResponse = { status: 200, retryAfterMs: undefined }
const status = (code: number, retryAfterMs?: number): ReceiverResponse => ({ status: code, retryAfterMs })

/** A service that watches Anna over a scripted core; `kill` ends it without a word, as a killed process ends. */
function service(
  script: Script,
  post: (message: Message, url: string, signal: AbortSignal) => Promise<ReceiverResponse>,
  options: Partial<NotifierOptions> & { at?: number } = {},
) {
  const { at = start, ...rest } = options
  const time = turnedClock(at)
  const stop = new AbortController()
  running.push(stop)
  const sent: string[] = []
  const posting: Post = async (url, body, signal) => {
    const message = JSON.parse(body) as Message
    const answer = await post(message, url, signal)
    if (!stop.signal.aborted && answer.status < 300) sent.push(message.text)
    return answer
  }
  const parties = [party.anna]
  const notifier = new Notifier(
    {
      receivers: [receiver('one.example')],
      file: join(folder, 'notify.json'),
      parties,
      names: new Map(),
      publicUrl: undefined,
      ...rest,
    },
    time,
    posting,
  )
  const core = {
    spamStatistics: async (partyId: string) => {
      const counted = script(partyId)
      if (!counted) throw unavailable('The core node cannot be reached.')
      return replyOf(counted)
    },
  } as unknown as Core
  const watch = new PartyWatch(rest.parties ?? parties, core, time)
  watch.onRead(notifier.observe)
  void watch.run(stop.signal)
  void notifier.run(stop.signal)
  const { now, turn } = time
  return { notifier, sent, turn, now, kill: () => stop.abort() }
}

const named = { names: new Map([[party.anna, 'corvid-capital']]) }
const until = '2026-03-01T16:10:00Z'

test('a receiver gets exactly the worsened and recovered verdicts, over a killed and restarted service', async () => {
  let counted: Counted | undefined = { used: '0' }
  const first = service(
    () => counted,
    async () => ok,
    named,
  )
  await first.turn(6_000)
  counted = { used: '16' }
  await first.turn(20_000)
  counted = { used: '20' }
  await first.turn(10_000)
  expect(first.sent).toEqual([
    'corvid-capital: Transfers near the limit: 16 of 20.',
    'corvid-capital: Transfers: limit reached (20 of 20).',
  ])
  first.kill()

  // While it is not running, a ban begins.
  counted = { used: '20', bannedUntil: until }
  const second = service(
    () => counted,
    async () => ok,
    { ...named, at: first.now() + 60_000 },
  )
  await second.turn(20_000)
  expect(second.sent).toEqual(['corvid-capital: Can’t transfer until 2026-03-01 16:10:00 UTC.'])
  second.kill()

  const third = service(
    () => counted,
    async () => ok,
    { ...named, at: second.now() },
  )
  await third.turn(30_000)
  expect(third.sent).toEqual([])
  third.kill()

  // While it is not running, the ban ends and another epoch begins.
  counted = { used: '0', epoch: '8' }
  const fourth = service(
    () => counted,
    async () => ok,
    { ...named, at: start + 3_600_000 },
  )
  await fourth.turn(30_000)
  expect(fourth.sent).toEqual(['corvid-capital: Transfers no longer banned.'])
})

test('what was not sent before the service was killed is sent after its restart, with the time that it was read', async () => {
  let counted: Counted = { used: '0' }
  const hung = service(
    () => counted,
    () => new Promise(() => {}),
    named,
  )
  await hung.turn(6_000)
  counted = { used: '20' }
  await hung.turn(6_000)
  hung.kill()
  const after = service(
    () => counted,
    async () => ok,
    { ...named, at: start + 3_600_000 },
  )
  await after.turn(6_000)
  expect(after.sent).toEqual([
    'corvid-capital: Transfers: limit reached (20 of 20). (Read at 2026-03-01 16:00:10 UTC.)',
  ])
})

test('an unreachable node is not a recovery, and a first reading sends nothing', async () => {
  let counted: Counted | undefined
  const { sent, turn } = service(
    () => counted,
    async () => ok,
  )
  await turn(20_000)
  counted = { used: '20', bannedUntil: until }
  await turn(20_000)
  counted = undefined
  await turn(60_000)
  counted = { used: '20', bannedUntil: until }
  await turn(20_000)
  expect(sent).toEqual([])
  // The ban's time is up, and the node has yet to confirm its end.
  await turn(600_000)
  expect(sent).toEqual([])
  counted = { used: '20' }
  await turn(20_000)
  expect(sent).toEqual([expect.stringMatching(/Transfers no longer banned, but at the limit: 20 of 20\.$/)])
})

test('another chain at the same address begins anew', async () => {
  let counted: Counted = { used: '0' }
  const first = service(
    () => counted,
    async () => ok,
  )
  await first.turn(6_000)
  first.kill()
  const file = join(folder, 'notify.json')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('test-chain', 'another'))
  counted = { used: '20' }
  const second = service(
    () => counted,
    async () => ok,
  )
  await second.turn(6_000)
  expect(second.sent).toEqual([])
})

test('a receiver that hangs holds up neither the other receiver nor the watch, and is tried again', async () => {
  let [counted, attempts, open]: [Counted, number, number] = [{ used: '0' }, 0, 0]
  const { sent, turn, notifier } = service(
    () => counted,
    (_, url, signal) => {
      if (!url.includes('hangs')) return Promise.resolve(ok)
      attempts += 1
      open += 1
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          open -= 1
          reject(new Error('aborted'))
        })
      })
    },
    { receivers: [receiver('hangs.example'), receiver('one.example')] },
  )
  await turn(6_000)
  for (const used of ['16', '20']) {
    counted = { used }
    await turn(5_000)
  }
  expect(sent).toHaveLength(2)
  await turn(60_000)
  expect(attempts).toBeGreaterThan(2)
  expect(open).toBeLessThanOrEqual(1)
  expect(notifier.counts()).toEqual([
    { label: 'hangs.example', sent: 0, failed: expect.any(Number), waiting: 2 },
    { label: 'one.example', sent: 2, failed: 0, waiting: 0 },
  ])
})

test('a message that fails with 500 or 429 is sent until it is accepted, when the receiver wants it', async () => {
  const at: number[] = []
  const answers = [status(500), status(500), status(429, 30_000), status(503, 86_400_000)]
  let counted: Counted = { used: '0' }
  const running = service(
    () => counted,
    async () => {
      at.push(running.now() - start)
      return answers.shift() ?? ok
    },
  )
  await running.turn(6_000)
  counted = { used: '20' }
  await running.turn(3_600_000)
  // After 1 s, 2 s, the 30 s that were asked for, and a quarter of an hour at most.
  expect(at).toEqual([10_000, 11_000, 13_000, 43_000, 943_000])
  expect(running.sent).toHaveLength(1)
  expect(running.notifier.counts()).toEqual([{ label: 'one.example', sent: 1, failed: 4, waiting: 0 }])
})

test('a message that is refused for its form is given up, so that it does not stop all others', async () => {
  let counted: Counted = { used: '0' }
  const { sent, turn } = service(
    () => counted,
    async ({ state }) => (state === 'near' ? status(400) : ok),
  )
  await turn(6_000)
  counted = { used: '16' }
  await turn(60_000)
  counted = { used: '20' }
  await turn(120_000)
  expect(sent).toEqual([expect.stringContaining('limit reached')])
  expect(lines.join('')).toContain('is given up: it was refused 5 times, HTTP status 400')
})

test('refusals between other failures give no message up', async () => {
  const answers = [400, 400, 400, 400, 500, 400, 400, 400, 400].map((code) => status(code))
  let counted: Counted = { used: '0' }
  const { sent, turn } = service(
    () => counted,
    async () => answers.shift() ?? ok,
  )
  await turn(6_000)
  counted = { used: '20' }
  await turn(3_600_000)
  expect([answers, sent.length]).toEqual([[], 1])
})

test('no more than ten messages leave within a minute: the last one sums up the rest, and none is lost', async () => {
  const parties = Array.from({ length: 40 }, (_, at) => at.toString(16).padStart(64, '0'))
  const messages: Message[] = []
  let counted: Counted = { used: '0' }
  const { turn, notifier } = service(
    () => counted,
    async (message) => {
      messages.push(message)
      return ok
    },
    { parties },
  )
  await turn(11_000)
  counted = { used: '20' }
  await turn(6_000)
  expect(messages.length).toBeLessThanOrEqual(10)
  await turn(180_000)
  const told = messages.flatMap((message) => message.changes?.map(({ party }) => party) ?? [message.party])
  expect(told).toHaveLength(parties.length)
  expect(new Set(told)).toEqual(new Set(parties))
  const sum = messages.find(({ changes }) => changes)
  expect(sum?.text).toMatch(/^\d+ changes:\n/)
  expect(sum).toMatchObject({ party: null, state: 'limit', counter: 'transfers', change: 'worse' })
  expect(sum?.text.length).toBeLessThan(1600)
  expect(notifier.counts()[0]?.waiting).toBe(0)
})

describe('the SLA of a watched provider', () => {
  const sla = (fraction: string, sells: string): LiquidityProviderSla => ({
    party: party.anna,
    currentEpochFractionOfTimeOnBook: fraction,
    lastEpochFractionOfTimeOnBook: '1',
    lastEpochFeePenalty: '0',
    lastEpochBondPenalty: '0',
    hysteresisPeriodFeePenalties: [],
    requiredLiquidity: '360000',
    notionalVolumeBuys: '360000',
    notionalVolumeSells: sells,
  })
  const minute = 60_000_000_000n
  /** A position of an epoch of 10 minutes, `at` minutes after its beginning. */
  const position = (fraction: string, sells: string, at: bigint, epoch = '7'): SlaPosition => ({
    market: 'b'.repeat(64),
    code: 'BTC/USDT <1>',
    verdict: slaVerdict(sla(fraction, sells), '0.6', { start: 0n, end: 10n * minute, now: at * minute }),
    epoch,
    amounts: { decimals: 2, symbol: 'USDT' },
  })
  const away = (): undefined => undefined

  test('is sent once when it is behind, when it is lost and when it passes again, over a restart', async () => {
    const first = service(away, async () => ok, named)
    const told = async (from: ReturnType<typeof service>, ...positions: SlaPosition[]) => {
      from.notifier.observeSla(party.anna, positions)
      await from.turn(1_000)
      return from.sent.splice(0)
    }
    expect(await told(first, position('1', '360000', 1n))).toEqual([])
    const behind = position('0.2', '0', 5n)
    expect(await told(first, behind)).toEqual([
      'corvid-capital: BTC/USDT ‹1› is behind on its SLA. Offer 3,600 USDT of sells for 5:00 of the 5:00 left.',
    ])
    first.kill()
    const second = service(away, async () => ok, named)
    expect(await told(second, behind)).toEqual([])
    expect(await told(second, position('0.1', '0', 6n))).toEqual([
      'corvid-capital: BTC/USDT ‹1›: cannot recover this epoch.',
    ])
    expect(await told(second, position('', '0', 6n))).toEqual([])
    expect(await told(second)).toEqual([])
    expect(await told(second, position('0.6', '360000', 9n, '8'))).toEqual([])
  })

  test('says which position passes again', async () => {
    const post = vi.fn<(message: Message) => Promise<ReceiverResponse>>(async () => ok)
    const { notifier, turn } = service(away, post, named)
    notifier.observeSla(party.anna, [position('0.2', '0', 5n)])
    notifier.observeSla(party.anna, [position('0.6', '360000', 9n)])
    await turn(1_000)
    expect(post.mock.lastCall?.[0]).toMatchObject({
      text: 'corvid-capital: BTC/USDT ‹1› passes its SLA again, safe after 0:36 more.',
      change: 'better',
      state: 'passing',
      counter: 'sla',
      market: 'b'.repeat(64),
      used: null,
    })
  })

  test('that cannot be read is told once as unknown, of a party that provides', async () => {
    const { notifier, sent, turn, now } = service(
      () => ({ used: '0' }),
      async () => ok,
      named,
    )
    const failure = { failure: 'The newest block is too old.' }
    for (let minute = 0; minute < 5; minute += 1) {
      notifier.observeSla(party.anna, failure)
      await turn(60_000)
    }
    expect(sent).toEqual([])
    notifier.observeSla(party.anna, [position('0.2', '0', 5n)])
    const since = new Date(now()).toISOString().slice(11, 19)
    for (let minute = 0; minute < 5; minute += 1) {
      notifier.observeSla(party.anna, failure)
      await turn(60_000)
    }
    notifier.observeSla(party.anna, [position('0.2', '0', 5n)])
    await turn(20_000)
    expect(sent.map((text) => text.replace(/BTC.*/, '…'))).toEqual([
      'corvid-capital: …',
      `corvid-capital: SLA not read since 2026-03-01 ${since} UTC, so whether it is behind is unknown. The newest block is too old.`,
      `corvid-capital: SLA read again, after nothing was known since 2026-03-01 ${since} UTC.`,
    ])
  })

  test('a position that cannot be read is not a recovery, and is read again at the next interval', async () => {
    const { notifier, sent, turn } = service(away, async () => ok, named)
    const time = turnedClock(start)
    const stop = new AbortController()
    running.push(stop)
    const answers = [position('0.2', '0', 5n), undefined, undefined, position('0.2', '0', 5n), position('0.1', '0', 6n)]
    const read = async () => {
      const answer = answers.shift()
      if (!answer) throw unavailable('away')
      return [answer]
    }
    void watchSla([party.anna], { read, clock: time }, (...all) => notifier.observeSla(...all), stop.signal)
    await time.turn(200_000)
    await turn(1_000)
    expect(sent.map((text) => text.split('‹1›')[1]?.slice(0, 16))).toEqual([' is behind on it', ': cannot recover'])
  })
})

describe('a party that cannot be read', () => {
  test('is told once as unknown, never as a recovery, and once that it was read again, over restarts', async () => {
    let counted: Counted | undefined = { used: '20' }
    const messages: Message[] = []
    const post = async (message: Message) => {
      messages.push(message)
      return ok
    }
    const first = service(() => counted, post, named)
    await first.turn(6_000)
    counted = undefined
    await first.turn(115_000)
    expect(messages).toEqual([])
    await first.turn(60_000)
    expect(messages).toEqual([
      expect.objectContaining({
        text: 'corvid-capital: limits not read since 2026-03-01 16:00:10 UTC, so whether it is near a limit or banned is unknown. The core node cannot be reached.',
        change: 'worse',
        state: 'unknown',
        counter: 'reading',
        used: null,
      }),
    ])
    first.kill()
    const second = service(() => counted, post, { ...named, at: first.now() })
    await second.turn(3_600_000)
    expect(messages).toHaveLength(1)
    second.kill()
    counted = { used: '20' }
    const third = service(() => counted, post, { ...named, at: second.now() })
    await third.turn(60_000)
    expect(messages.slice(1)).toEqual([
      expect.objectContaining({
        text: 'corvid-capital: limits read again, after nothing was known since 2026-03-01 16:00:10 UTC. Transfers: limit reached (20 of 20).',
        change: 'better',
        state: 'read',
        counter: 'reading',
      }),
    ])
  })

  test('is told though it was never read, and its end closes the same alert', async () => {
    let counted: Counted | undefined
    const messages: Message[] = []
    const { turn } = service(
      () => counted,
      async (message) => {
        messages.push(message)
        return ok
      },
    )
    await turn(200_000)
    counted = { used: '0' }
    await turn(20_000)
    expect(messages.map(({ state, change, chain }) => [state, change, chain])).toEqual([
      ['unknown', 'worse', ''],
      ['read', 'better', ''],
    ])
  })

  test('is told for all parties in one message when the node is away, and a ban found after it waits for none', async () => {
    const parties = Array.from({ length: 40 }, (_, at) => at.toString(16).padStart(64, '0'))
    const [banned = ''] = parties
    let isAway = false
    let ban: string | undefined
    const { turn, sent } = service(
      (partyId) =>
        isAway ? undefined : { used: '20', ...(partyId === banned && ban !== undefined && { bannedUntil: ban }) },
      async () => ok,
      { parties },
    )
    await turn(6_000)
    isAway = true
    await turn(300_000)
    expect(sent).toEqual([expect.stringMatching(/^40 changes:\n000000…\w{6}: limits not read since /)])
    isAway = false
    ban = '2026-03-01T17:00:00Z'
    await turn(6_000)
    expect(sent.slice(1)).toEqual([expect.stringContaining('Can’t transfer until 2026-03-01 17:00:00 UTC')])
    await turn(60_000)
    expect(sent.slice(2)).toEqual([expect.stringMatching(/^40 changes:\n000000…\w{6}: limits read again, /)])
  })

  test('that answers now and then is told once in ten minutes', async () => {
    let isAway = false
    const { turn, sent } = service(
      () => (isAway ? undefined : { used: '0' }),
      async () => ok,
    )
    // Failures that end within two minutes are not reported.
    for (let at = 0; at < 6; at += 1) {
      isAway = !isAway
      await turn(90_000)
    }
    expect(sent).toEqual([])
    const turns = 6
    for (let at = 0; at < turns; at += 1) {
      isAway = !isAway
      await turn(150_000)
    }
    expect(sent.map((text) => /read again|not read/.exec(text)?.[0])).toEqual([
      'not read',
      'read again',
      'not read',
      'read again',
    ])
  })
})

test('what waits for a receiver that never answers is bounded to the newest of each limit', () => {
  const queue = new ReceiverQueue(receiver('one.example'), [], {
    clock: turnedClock(start),
    post: () => new Promise(() => {}),
    changed: () => {},
  })
  const frame = { chain: 'c', nickname: null, market: null, max: '20', until: null, block: null, link: null }
  const add = (subject: { party: string; counter: string }, at: number): void => {
    const time = new Date(start + at).toISOString()
    queue.add([{ ...frame, ...subject, time, text: String(at), change: 'worse', state: 'limit', used: '20' }])
  }
  add({ party: party.anna, counter: 'proposals' }, 0)
  for (let at = 0; at < 1_200; at += 1) {
    const subject = { party: at % 2 === 0 ? party.anna : party.boris, counter: at % 3 === 0 ? 'votes' : 'transfers' }
    add(subject, at)
    expect(queue.waiting.length).toBeLessThanOrEqual(500)
  }
  expect(queue.waiting.slice(-4).map(({ text }) => text)).toEqual(['1196', '1197', '1198', '1199'])
  const subjects = new Set(queue.waiting.map((notice) => `${notice.party} ${notice.counter}`))
  expect(subjects.size).toBe(5)
})

test('no secret of an address is in a log, a metric, or the kept state', async () => {
  let counted: Counted = { used: '0' }
  const failure = new TypeError('fetch failed: https://one.example/hook/s3cr3t', {
    cause: Object.assign(new Error('s3cr3t'), { code: 'ECONNREFUSED' }),
  })
  const { turn, notifier } = service(
    () => counted,
    () => Promise.reject(failure),
  )
  await turn(6_000)
  counted = { used: '20' }
  await turn(60_000)
  expect(lines.join('')).toContain('A message to one.example failed: no connection (ECONNREFUSED)')
  const file = join(folder, 'notify.json')
  expect(`${lines.join('')}${JSON.stringify(notifier.counts())}${readFileSync(file, 'utf8')}`).not.toContain('s3cr3t')
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a message says everything that a program needs', async () => {
  const post = vi.fn<(message: Message) => Promise<ReceiverResponse>>(async () => ok)
  let counted: Counted = { used: '19' }
  const { turn } = service(() => counted, post, { ...named, publicUrl: 'https://lyra.example/at' })
  await turn(1_000)
  counted = { used: '20', bannedUntil: '2026-03-01T16:10:00.123456789Z' }
  await turn(6_000)
  expect(post.mock.calls.map(([message]) => message)).toEqual([
    {
      text: 'corvid-capital: Can’t transfer until 2026-03-01 16:10:00 UTC.',
      change: 'worse',
      time: '2026-03-01T16:00:05.000Z',
      party: party.anna,
      nickname: 'corvid-capital',
      state: 'banned',
      counter: 'transfers',
      market: null,
      used: '20',
      max: '20',
      until: '2026-03-01T16:10:00.123456789Z',
      chain: 'test-chain',
      block: null,
      link: `https://lyra.example/at/parties/${party.anna}`,
    },
  ])
})

test('a file that is not a state of Lyra is refused, not overwritten', () => {
  const file = join(folder, 'notify.json')
  writeFileSync(file, 'my diary')
  expect(() =>
    service(
      () => undefined,
      async () => ok,
    ),
  ).toThrow(/The file of --notify-state was not written by/)
  expect(readFileSync(file, 'utf8')).toBe('my diary')
  expect(() =>
    service(
      () => undefined,
      async () => ok,
      { file: folder },
    ),
  ).toThrow(/^--notify-state cannot read .*: it is a directory\.$/)
})

test('a pipe or a device in place of the state is refused, not read for ever and not replaced', () => {
  const file = join(folder, 'pipe')
  execFileSync('mkfifo', [file])
  for (const other of [file, '/dev/full'])
    expect(() =>
      service(
        () => undefined,
        async () => ok,
        { file: other },
      ),
    ).toThrow(`--notify-state cannot read ${other}: it is not a file.`)
  expect(statSync(file).isFIFO()).toBe(true)
})

test('a file beside the state and a link in its place are left alone', () => {
  writeFileSync(join(folder, 'notify.json.tmp'), 'my diary')
  mkdirSync(join(folder, 'elsewhere'))
  writeFileSync(join(folder, 'elsewhere', 'state'), '{"parties":{},"waiting":{}}')
  symlinkSync(join('elsewhere', 'state'), join(folder, 'notify.json'))
  service(
    () => undefined,
    async () => ok,
  )
  expect(readFileSync(join(folder, 'notify.json.tmp'), 'utf8')).toBe('my diary')
  expect(lstatSync(join(folder, 'notify.json')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(folder, 'elsewhere', 'state'), 'utf8')).toContain('"unread":{}')
  expect(readdirSync(folder).toSorted()).toEqual(['elsewhere', 'notify.json', 'notify.json.tmp'])
})

test('a state that cannot be read or written says why', () => {
  writeFileSync(join(folder, 'text'), '')
  const start = (file: string) => (): unknown =>
    service(
      () => undefined,
      async () => ok,
      { file },
    )
  const [below, long] = [join(folder, 'text', 'state'), join(folder, 'x'.repeat(253))]
  expect(start(below)).toThrow(`--notify-state cannot read ${below}: a part of its path is no directory.`)
  expect(start(long)).toThrow(`--notify-state cannot write ${long}: its name is too long.`)
})
