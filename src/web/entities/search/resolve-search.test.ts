import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type KnownEntities,
  isUnknownId,
  knownParties,
  matchOf,
  resolveId,
  resolveSearch,
  suggestionsFor,
} from './resolve-search.ts'

const bot = 'c6a278'.padEnd(58, '0') + 'f4443b'
const seen = '99de92'.padEnd(58, '0') + 'f78c88'
const btc = 'a1'.repeat(32)
const usdt = 'd7'.repeat(32)
const stranger = '0f'.repeat(32)
const known: KnownEntities = {
  parties: [seen],
  nicknames: { [bot]: 'mm-bot-3' },
  markets: new Map([
    [btc, { code: 'BTC/USDT', name: 'Bitcoin perpetual' }],
    ['b2'.repeat(32), { code: 'DOGE/WETH', name: '' }],
    ['b3'.repeat(32), { code: 'ETH/USDT', name: '' }],
  ]),
  assets: new Map([[usdt, { symbol: 'USDT', name: 'Tether' }]]),
}
const kinds = (text: string): string[] => resolveSearch(text, known).map(({ kind }) => kind)
const labels = (text: string): string[] => resolveSearch(text, known).map(({ label }) => label)

const hex = fc.stringMatching(/^[0-9a-f]{64}$/)

test('an id is found in any pasted spelling and returned folded', () => {
  const ways = fc.constantFrom<(id: string) => string>(
    (id) => id,
    (id) => ` ${id.toUpperCase()}\n`,
    (id) => `0x${id}`,
    (id) => `"0X${id.toUpperCase()}"`,
    (id) => `https://explorer.example/parties/${id}?tab=1`,
  )
  fc.assert(
    fc.property(hex, ways, (id, spelled) => {
      const matches = resolveSearch(spelled(id), known, ['party', 'market', 'asset'])
      expect(new Set(matches.map((match) => match.id))).toEqual(new Set([id]))
      expect(matches.every(({ exact }) => exact)).toBe(true)
      expect(resolveId(spelled(id), known)).toBe(id)
    }),
  )
})

test('for any text, only known entities and ids in the text are found', () => {
  const ids = new Set([seen, bot, ...known.markets!.keys(), usdt])
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { id, exact } of resolveSearch(text, known)) expect(exact || ids.has(id)).toBe(true)
    }),
  )
})

test('a listed id is found first as its kind, an unlisted one as a party', () => {
  expect(kinds(btc)).toEqual(['market', 'party', 'asset', 'team'])
  expect(kinds(bot)).toEqual(['party', 'market', 'asset', 'team'])
  expect(kinds(stranger)).toEqual(['party', 'market', 'asset', 'team'])
  expect(resolveSearch(usdt, known, ['party', 'market', 'asset'])[0]).toMatchObject({ kind: 'asset', label: 'USDT' })
})

test('the network is a party and nothing else', () => {
  expect(kinds('Network')).toEqual(['party'])
  expect(resolveSearch('network', known, ['market'])).toEqual([])
})

test('a candle id in any case is one match with its market', () => {
  const candle = `trades_candle_1_hour_${btc}`
  for (const text of [candle, ` ${candle.toUpperCase()} `, `trades_candle_1_hour_0x${btc}`])
    expect(resolveSearch(text, known)).toEqual([
      {
        kind: 'candle',
        id: candle,
        label: 'BTC/USDT, 1 hour',
        detail: 'candles',
        exact: true,
        known: true,
        marketId: btc,
      },
    ])
  expect(resolveSearch(candle, known, ['party']).map(({ id }) => id)).toEqual([btc])
  expect(resolveId(candle.toUpperCase(), known)).toBe(candle)
})

test('the beginning of a name goes before its middle, and nothing else is found', () => {
  expect(labels('eth')).toEqual(['ETH/USDT', 'DOGE/WETH', 'USDT'])
  expect(labels('BOT')).toEqual(['mm-bot-3'])
  expect(labels('perpetual')).toEqual(['BTC/USDT'])
  expect(labels('nothing like it')).toEqual([])
})

test('four letters of an id are enough, fewer only where the short id shows them', () => {
  expect(labels('a1a1a1a1')).toEqual(['BTC/USDT'])
  expect(labels('99de')).toEqual(['99de92\u2026f78c88'])
  expect(labels('000')).toEqual([])
})

test('several pasted keys are a match each, however they are separated, not "No match"', () => {
  for (const between of [' ', ',', '\n', ', ', '";"', '\t0x']) {
    const matches = resolveSearch(`0x${bot.toUpperCase()}${between}${seen}${between}${btc} (mine)`, known)
    expect(matches.map(({ kind, id, label }) => [kind, id, label])).toEqual([
      ['party', bot, 'mm-bot-3'],
      ['party', seen, '99de92\u2026f78c88'],
      ['market', btc, 'BTC/USDT'],
    ])
    expect(matches.some(({ exact }) => exact)).toBe(false)
  }
  expect(kinds(`${bot}, ${bot.toUpperCase()}`)).toEqual(['party', 'market', 'asset', 'team'])
  const many = Array.from({ length: 12 }, (_, at) => at.toString(16).padStart(64, '5'))
  expect(suggestionsFor(many.join(), 'party', known)[0]?.options.map(({ key }) => key)).toEqual(many)
})

test('without a text everything known is there, in the order given', () => {
  expect(resolveSearch('', known, ['party']).map(({ id }) => id)).toEqual([seen, bot])
  expect(labels('  ')).toHaveLength(6)
})

test('an id field accepts a nickname in any case, and any other text unchanged', () => {
  expect(resolveId(' MM-bot-3 ', known)).toBe(bot)
  expect(resolveId('abc', known)).toBe('abc')
  expect(resolveId('  ', known)).toBeUndefined()
})

test('a known id is described without a search for it', () => {
  expect(matchOf('party', 'odd', known)).toMatchObject({ kind: 'party', id: 'odd', label: 'odd' })
  expect(matchOf('candle', 'odd', known)).toBeUndefined()
})

test('parties are known by being seen, watched or named, each once; half a typed id is not', () => {
  const recent = [
    { kind: 'party' as const, id: seen },
    { kind: 'market' as const, id: btc },
    { kind: 'party' as const, id: 'm' },
  ]
  expect(knownParties({ recent, watched: [bot, seen], nicknames: { [bot]: 'mm-bot-3' } })).toEqual([seen, bot])
})

test('an id that neither this browser nor the node knows may still become a market', () => {
  expect(isUnknownId(stranger, known)).toBe(true)
  for (const text of [bot, seen, btc, 'network', 'BTC', '', `trades_candle_1_hour_${stranger}`]) {
    expect(isUnknownId(text, known)).toBe(false)
  }
})
