import { afterEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../../wire/protocol/operation.ts'
import { type getSpamStatistics, spamCounters } from '../../../wire/spam-statistics.ts'
import { ForeignFault, unavailable } from '../../fault.ts'
import { Json } from '../../json-text.ts'
import { demoCore, include, newNetwork } from '../../demo/chain/network.ts'
import { parseTime } from '../../demo/chain/chain.ts'
import { makeWorld } from '../../demo/world.ts'
import { party } from '../../../../tests/server/support/ids.ts'
import { turnedClock } from '../../../../tests/server/support/turned-clock.ts'
import { parseCommandLine } from '../command-line.ts'
import { runWatch, type WatchParts } from './watch.ts'

type SpamReply = Reply<typeof getSpamStatistics>
type Answer = Json<SpamReply> | Error

const start = Date.parse('2026-03-01T16:00:00Z')
const second = (seconds: number): string => new Date(start + seconds * 1000).toISOString()

const counterOf = (used: string, bannedUntil?: string) => ({
  countForEpoch: used,
  maxForEpoch: '20',
  minTokensRequired: '0',
  bannedUntil,
})
/** A reply in which a party has sent so many of 20 transfers, and of proposals one. */
const sent = (used: string, bannedUntil?: string, parts: object = {}): Json<SpamReply> =>
  new Json(
    JSON.stringify({
      chainId: 'chain-1',
      statistics: {
        epochSeq: '7',
        ...Object.fromEntries(spamCounters.map((name) => [name, counterOf('0')])),
        proposals: counterOf('1'),
        transfers: counterOf(used, bannedUntil),
        votes: { maxForEpoch: '3', statistics: [] },
        pow: { numberOfPastBlocks: '100', blockStates: [block] },
        ...parts,
      },
    }),
  )
const block = {
  blockHeight: '5000',
  blockHash: 'aa',
  transactionsSeen: '0',
  expectedDifficulty: '15',
  hashFunction: 'sha3_24_rounds',
  difficulty: '15',
  txPerBlock: '2',
  increasingDifficulty: true,
}
/** What a node also reports for a key that it has never seen. */
const zeros = sent('0', undefined, { proposals: counterOf('0') })
const away = unavailable('The core node cannot be reached. Check that it runs and that --core names its REST server.')
const nobody = new ForeignFault(404, '{"code":5,"message":"NotFound error","details":[{"@type":"t","code":1}]}')
const noRoute = new ForeignFault(404, '{"code":5,"message":"Not Found","details":[]}')

let stop = new AbortController()
afterEach(() => {
  stop.abort()
  stop = new AbortController()
  vi.restoreAllMocks()
})

/** `lyra watch` with these arguments, while each party's answers come one after the other and the last one stays. */
async function watching(
  args: string,
  answers: Record<string, readonly Answer[]>,
  {
    seconds = 40,
    read = async () => Promise.reject(nobody),
    ...more
  }: { seconds?: number; read?: () => Promise<unknown>; print?: () => Promise<void> } = {},
) {
  const lines: string[] = []
  const clock = turnedClock(start)
  const left = new Map(Object.entries(answers).map(([id, all]) => [id, [...all]]))
  const core = {
    spamStatistics: async (partyId: string) => {
      const all = left.get(partyId) ?? []
      const answer = all.length > 1 ? all.shift() : all[0]
      if (answer instanceof Json) return answer
      throw answer
    },
    read,
  }
  const command = parseCommandLine(['watch', ...args.split(' ').filter(Boolean)], {})
  if (command.name !== 'watch') throw new Error('another command')
  let status: number | undefined
  const parts = { core, clock, print: (line: string) => void lines.push(line), stopping: stop.signal, ...more }
  const running = runWatch(command.options, parts as unknown as WatchParts).then((code) => (status = code))
  // A rejection is for the test to see.
  running.catch(() => undefined)
  await clock.turn(seconds * 1000)
  return { status, lines, running }
}

const banEnd = '2026-03-01T16:30:00.000000001Z'
const course = [sent('3'), sent('16'), sent('15'), sent('16'), sent('20'), sent('20', banEnd)]

test.each([
  ['near', 3, 'near', 2],
  ['limit', 4, 'limit', 3],
  ['banned', 5, 'banned', 4],
])('a party is watched until it is %s: exit status %i', async (until, code, state, told) => {
  const { status, lines } = await watching(`${party.anna} --until ${until} --json`, { [party.anna]: course })
  expect(status).toBe(code)
  expect(lines.length).toBeLessThanOrEqual(told + 1)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ party: party.anna, state, counter: 'transfers' })
})

test('a line says party, state, counter, counts, end of the ban, chain, block and time', async () => {
  const { lines } = await watching(`${party.anna} --until banned --json`, { [party.anna]: course })
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    party: party.anna,
    state: 'ok',
    counter: 'transfers',
    used: '3',
    max: '20',
    chain: 'chain-1',
    block: '5000',
    time: second(0),
    text: 'No limit reached. Closest: transfers 3 of 20.',
  })
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    party: party.anna,
    state: 'banned',
    counter: 'transfers',
    used: '20',
    max: '20',
    until: banEnd,
    chain: 'chain-1',
    block: '5000',
    time: second(25),
    text: 'Can’t transfer until 2026-03-01 16:30:00 UTC.',
  })
})

test('a watch whose lines a full disk does not take does not end as though all were well', async () => {
  const print = () => Promise.reject(new Error('ENOSPC: no space left on device, write'))
  const { running } = await watching(`${party.anna} --once`, { [party.anna]: course }, { print })
  await expect(running).rejects.toThrow('no space left')
})

test('a value that alternates across a threshold is printed once', async () => {
  const flaps = Array.from({ length: 20 }, (_, at) => sent(at % 2 === 0 ? '16' : '15'))
  const { lines } = await watching(party.anna, { [party.anna]: [sent('3'), ...flaps] }, { seconds: 120 })
  expect(lines.filter((line) => line.includes('near the limit: 16 of 20'))).toHaveLength(1)
})

test.each([
  ['all is well', [sent('3')], 0],
  ['one is near', [sent('16')], 3],
  ['one is at its limit', [sent('20')], 4],
  ['one is banned', [sent('0', banEnd)], 5],
  ['the end of a ban is not confirmed', [sent('0', '2026-03-01T15:59:30Z')], 5],
  ['one could not be read', [away], 6],
  ['a counter is not reported', [sent('3', undefined, { delegations: null })], 6],
  ['the time of a ban cannot be read', [sent('3', 'soon')], 6],
])('--once, where %s', async (_, answers, code) => {
  const args = `${party.anna} ${party.boris} --once`
  const { status, lines } = await watching(args, { [party.anna]: [sent('1')], [party.boris]: answers })
  expect(status).toBe(code)
  expect(lines).toHaveLength(2)
})

test('a key that the node does not know, or cannot look up, never looks healthy', async () => {
  const reads = [
    [() => Promise.reject(nobody), 'No record', 'This node has no record of this key.'],
    [() => Promise.reject(noRoute), 'Unknown', 'could not be checked'],
    [() => Promise.reject(away), 'Unknown', 'could not be checked'],
  ] as const
  for (const [read, word, text] of reads) {
    const { status, lines } = await watching(`${party.anna} --once`, { [party.anna]: [zeros] }, { read })
    expect(status).toBe(6)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(word)
    expect(lines[0]).toContain(text)
  }
  const known = async () => ({ parties: { edges: [{ node: { id: party.anna } }] } })
  const { status } = await watching(`${party.anna} --once`, { [party.anna]: [zeros] }, { read: known })
  expect(status).toBe(0)
})

test('an unreachable node is printed once, does not end the watch and is not a recovery', async () => {
  const answers = [sent('16'), away, away, sent('16'), sent('20')]
  const { status, lines } = await watching(`${party.anna} --until limit`, { [party.anna]: answers })
  expect(status).toBe(4)
  expect(lines.map((line) => line.split('  ').slice(-1)[0])).toEqual([
    'No limit reached. Closest: transfers 16 of 20, 4 left.',
    'The node cannot be reached. Check that it runs and that --node names its REST server.',
    'No limit reached. Closest: transfers 16 of 20, 4 left.',
    'Transfers: limit reached (20 of 20).',
  ])
  expect(lines[0]).toMatch(new RegExp(`^${second(0)}  Near +${party.anna}  `))
  expect(lines[1]).toMatch(new RegExp(`^${second(5)}  Not read +${party.anna}  `))
  const { lines: json } = await watching(`${party.anna} --once --json`, { [party.anna]: [away] })
  expect(JSON.parse(json[0] ?? '')).toMatchObject({ party: party.anna, state: 'unread' })
})

test('proof of work that is about to run out at the rate of the party is near its limit', async () => {
  // Ten blocks in five seconds: two places a block come back, four are used.
  const used = (height: number) =>
    Array.from({ length: 25 }, (_, at) => ({ ...block, blockHeight: String(height - at), transactionsSeen: '4' }))
  const work = Array.from({ length: 4 }, (_, at) =>
    sent('3', undefined, {
      pow: {
        numberOfPastBlocks: '50',
        blockStates: used(5000 + at * 10).map((one) => ({ ...one, increasingDifficulty: false })),
      },
    }),
  )
  const { status, lines } = await watching(`${party.anna} --until near`, { [party.anna]: work })
  expect(lines.at(-1)).toMatch(/Proof of work is running out: 50 of 100/)
  expect(status).toBe(3)
})

test('without a party, those that a Lyra watches are watched under the names that it gives them', async () => {
  const replies = [{ watched: [party.anna] }, { parties: [{ partyId: party.anna, name: 'bot \u001b[2J' }] }]
  const { status, lines } = await watching(
    '--once',
    { [party.anna]: [sent('3')] },
    { read: async () => replies.shift() },
  )
  expect(status).toBe(0)
  expect(lines[0]).toContain(`OK          bot ?[2J ${party.anna}  No limit`)
})

test('without a party, an unreachable node has its own exit status, and a node without known parties is a wrong argument', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { status } = await watching('--once', {}, { read: () => Promise.reject(away) })
  expect(status).toBe(6)
  expect(error.mock.lastCall?.[0]).toContain('The node cannot be reached')
  const other = watching('--once', {}, { read: () => Promise.reject(noRoute) }).then(({ running }) => running)
  await expect(other).rejects.toThrow('<party>')
})

test('a watch that is stopped ends with 130', async () => {
  const { running, status } = await watching(`${party.anna} --until banned`, { [party.anna]: [sent('3')] })
  expect(status).toBeUndefined()
  stop.abort()
  expect(await running).toBe(130)
})

test('on the demo, a watch until a party is banned ends', async () => {
  const present = parseTime('2026-03-01T16:00:00Z')
  const world = makeWorld(7, present)
  const network = newNetwork(world, world.chain.heightAt(present))
  const core = demoCore(
    () => network,
    () => present,
  )
  const lines: string[] = []
  const clock = turnedClock(start)
  const read = async () => ({ watched: [], ...core.knownParties?.() })
  const command = parseCommandLine(['watch', '--until', 'banned'], {})
  if (command.name !== 'watch') throw new Error('another command')
  const parts = {
    core: { ...core, read },
    clock,
    print: (line: string) => void lines.push(line),
    stopping: stop.signal,
  }
  const running = runWatch(command.options, parts as unknown as WatchParts)
  for (let at = 0; at < 60; at += 1) {
    include(network, network.spam.head.height + 1)
    await clock.turn(1000)
  }
  expect(await Promise.race([running, Promise.resolve('still running')])).toBe(5)
  expect(lines.at(-1)).toContain('Banned')
})

test.each([
  ['bob', '"bob" (<party>)'],
  [`${party.anna} --until soon`, '--until'],
  [`${party.anna} --node ftp://host`, '--node'],
  [`${party.anna} --once --until near`, '--once'],
  [`${party.anna} --watch-file /nowhere/x`, '--watch-file'],
  [`${party.anna} --port 1`, "'--port'"],
  [Array.from({ length: 51 }, (_, at) => String(at).padStart(64, '0')).join(' '), 'At most 50'],
])('"lyra watch %s" is refused in a sentence that names %s', (args, named) => {
  expect(() => parseCommandLine(['watch', ...args.split(' ')], {})).toThrow(named)
  expect(() => parseCommandLine(['watch', ...args.split(' ')], {})).toThrow(/^[^\n]+\.$/)
})

test('a party given twice or in capitals is one', () => {
  expect(parseCommandLine(['watch', party.anna.toUpperCase(), `${party.anna},${party.boris}`], {})).toMatchObject({
    options: { watch: [party.anna, party.boris], node: 'http://127.0.0.1:8080' },
  })
})
