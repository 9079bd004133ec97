import { expect, test } from 'vitest'
import { type Findable, find } from './find.ts'

const bot = 'c6a278'.padEnd(58, '0') + 'f4443b'
const hedge = '99de92'.padEnd(58, '0') + 'f78c88'
const btc = 'a1'.repeat(32)
const stranger = '0f'.repeat(32)

const world = (over: Partial<Findable> = {}): Findable => ({
  subject: {},
  preferences: { nicknames: { [bot]: 'mm-bot-3', [hedge]: 'mm-hedge' }, watched: [bot], recent: [], views: [] },
  markets: new Map([[btc, { code: 'BTC/USDT', name: 'Bitcoin perpetual' }]]),
  commands: [{ key: 'zone', label: 'Show times in Local', run: () => undefined }],
  ...over,
})
const titles = (text: string, over?: Partial<Findable>): string[] => find(text, world(over)).map(({ title }) => title)
const hrefs = (text: string, section: number): (string | undefined)[] =>
  (find(text, world())[section]?.options ?? []).map(({ href }) => href)

test('a party id leads to everything about the party, and still may be a market', () => {
  expect(titles(stranger)).toEqual(['Party 0f0f0f…0f0f0f', 'As a market', 'As an asset or a team'])
  expect(hrefs(stranger, 0)).toEqual([
    `/parties/${stranger}`,
    `/spam/${stranger}`,
    `/margin-modes?partyId=${stranger}`,
    `/teams/referees/${stranger}`,
    `/ledger?partyId=${stranger}`,
    `/ledger-export?partyId=${stranger}`,
    `/liquidity-providers?partyId=${stranger}`,
  ])
})

test('a market that the node lists leads to its pages first', () => {
  expect(titles(btc.toUpperCase())).toEqual(['Market BTC/USDT', 'As a party'])
  expect(hrefs(btc, 0)).toEqual([
    `/markets/${btc}`,
    `/markets/${btc}/candles`,
    `/liquidity-providers?marketId=${btc}`,
    `/margin-modes?marketId=${btc}`,
  ])
})

test('a candle id leads to its candles', () => {
  const candle = `trades_candle_1_hour_${btc}`
  expect(find(` ${candle} `, world())[0]?.options[0]).toMatchObject({
    href: `/candles/${candle}`,
    label: 'BTC/USDT, 1 hour',
  })
})

test('a pasted id in capitals, between spaces or after 0x leads to the party that the node knows', () => {
  const ways = [bot.toUpperCase(), ` ${bot} `, `0x${bot}`, `0X${bot.toUpperCase()}`, `"${bot}"`]
  for (const way of ways) expect(hrefs(way, 0)[0]).toBe(`/parties/${bot}`)
  const candle = `trades_candle_1_hour_${btc}`
  expect(hrefs(candle.toUpperCase(), 0)).toEqual([`/candles/${candle}`])
})

test('network is a party', () => {
  expect(hrefs('network', 0)[0]).toBe('/parties/network')
})

test('names, codes and pages are found by their beginning before their middle', () => {
  expect(find('mm', world())[0]?.options.map(({ label }) => label)).toEqual(['mm-bot-3', 'mm-hedge'])
  expect(titles('mm')).toEqual(['Parties', 'For mm-bot-3'])
  expect(titles('bitcoin')).toEqual(['Markets'])
  expect(
    find('ma', world())
      .at(-1)
      ?.options.map(({ label }) => label),
  ).toEqual(['Margin modes', 'Market'])
  expect(titles('local')).toEqual(['Commands'])
})

test('words find a page of a market or party in any order', () => {
  for (const text of ['btc liq', 'liq btc']) expect(hrefs(text, 0)).toEqual([`/liquidity-providers?marketId=${btc}`])
  expect(hrefs('limits hedge', 0)).toEqual([`/spam/${hedge}`])
  expect(titles('usdt perpetual')).toEqual(['Markets'])
})

test('a known party is a party, not one of six guesses', () => {
  expect(titles(bot)).toEqual(['Party mm-bot-3'])
  expect(find(bot, world())[0]?.options[0]).toMatchObject({ mark: bot, label: 'mm-bot-3' })
})

test('the beginning of a known id is enough, a stray letter is not', () => {
  expect(titles('c6a2')).toContain('Parties')
  expect(titles('c6')).toContain('Parties') // by the short id beside the name
  expect(titles('zzzz')).toEqual([])
})

test('without a text the recent items and the subject in view are offered', () => {
  const over = {
    subject: { party: bot },
    preferences: {
      nicknames: { [bot]: 'mm-bot-3' },
      watched: [],
      views: [],
      recent: [
        { kind: 'party', id: bot },
        { kind: 'market', id: btc },
      ],
    },
  } satisfies Partial<Findable>
  expect(titles('', over)).toEqual(['Recent', 'For mm-bot-3', 'Pages', 'Commands'])
  expect(find('', world(over))[0]?.options.map(({ label }) => label)).toEqual(['BTC/USDT'])
})

test('saved views are found by their name and offered without a text', () => {
  const views = [{ name: 'my isolated rows', href: `/margin-modes?partyId=${bot}&mode=isolated` }]
  const preferences = { nicknames: {}, watched: [], recent: [], views }
  expect(find('isolated', world({ preferences }))[0]).toMatchObject({
    title: 'Saved views',
    options: [{ label: 'my isolated rows', detail: 'Margin modes', href: views[0]?.href }],
  })
  expect(find('', world({ preferences })).map(({ title }) => title)).toContain('Saved views')
})

test('keys stand only where they would lead to the same party', () => {
  const own = find(bot, world({ subject: { party: bot } }))[0]?.options
  expect(own?.map(({ keys }) => keys)).toEqual(['g p', 'g s', 'g m', 'g t', 'g a', 'g x', 'g l'])
  expect(find(bot, world({ subject: { party: hedge } }))[0]?.options.some(({ keys }) => keys !== undefined)).toBe(false)
})

test('a party says when it was seen', () => {
  const preferences = { nicknames: {}, watched: [], recent: [{ kind: 'party' as const, id: bot, at: 7 }], views: [] }
  expect(find('c6a278', world({ preferences }))[0]?.options[0]).toMatchObject({ mark: bot, seen: 7 })
})

test('an asset is found by its symbol and by its id', () => {
  const usdt = 'd7'.repeat(32)
  const over = { assets: new Map([[usdt, { symbol: 'USDT', name: 'Tether' }]]) }
  expect(find('tether', world(over))[0]).toMatchObject({ title: 'Assets', options: [{ href: `/assets/${usdt}` }] })
  expect(titles(usdt, over)).toEqual(['Asset USDT', 'As a party'])
})

test('an id that nothing lists may be an asset or a team', () => {
  expect(hrefs(stranger, 2)).toEqual([`/assets/${stranger}`, `/teams/${stranger}`])
})

test('a number leads to the epoch and the block', () => {
  expect(titles('102,007')).toEqual(['By number'])
  expect(hrefs('102,007', 0)).toEqual(['/epochs/102007', '/blocks/102007'])
  expect(hrefs('block 7', 0)).toEqual(['/blocks/7'])
})
