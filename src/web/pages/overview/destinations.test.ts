// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { destinations } from './destinations.ts'

const marketId = 'b'.repeat(64)
const partyId = 'a'.repeat(64)
const world = {
  markets: new Map([[marketId, { code: 'BTC/USDT', name: 'Bitcoin perpetual' }]]),
  nicknames: { [partyId]: 'mm-bot-3' },
}
const hrefs = (text: string): string[] => destinations(text, world).map(({ href }) => href)
const first = (text: string): string | undefined => destinations(text, world)[0]?.href

test('an id that the node lists is a market, a party with a name is a party alone, any other is a party first', () => {
  expect(first(marketId)).toBe(`/markets/${marketId}`)
  expect(destinations(partyId, world).map(({ href }) => href)).toEqual([`/parties/${partyId}`, `/spam/${partyId}`])
  const unlisted = destinations('c'.repeat(64), world).map(({ kind }) => kind)
  expect(unlisted[0]).toBe('party')
  expect(new Set(unlisted)).toEqual(new Set(['party', 'market', 'asset', 'team']))
  expect(first('network')).toBe('/parties/network')
})

test('ids are found in what people paste', () => {
  expect(first(`  ${partyId.toUpperCase()}\n`)).toBe(`/parties/${partyId}`)
  expect(first(`https://explorer.example/parties/${partyId}?tab=1`)).toBe(`/parties/${partyId}`)
  expect(hrefs(`${partyId} ${marketId}`)).toEqual([`/parties/${partyId}`, `/markets/${marketId}`])
})

test('a candle id leads to its candles', () => {
  expect(first(`trades_candle_15_minutes_${marketId}`)).toBe(`/candles/trades_candle_15_minutes_${marketId}`)
  expect(destinations(`trades_candle_1_hour_${marketId}`, world)[0]?.label).toBe('BTC/USDT, 1 hour')
  expect(first(`trades_candle_1_hour_0x${marketId.toUpperCase()}`)).toBe(`/candles/trades_candle_1_hour_${marketId}`)
})

test('words match nicknames and markets, the start of an id from four letters', () => {
  expect(first('BOT')).toBe(`/parties/${partyId}`)
  expect(first('btc')).toBe(`/markets/${marketId}`)
  const weth = new Map([
    ['d'.repeat(64), { code: 'DOGE/WETH', name: '' }],
    ['e'.repeat(64), { code: 'ETH/USDT', name: '' }],
  ])
  expect(destinations('eth', { ...world, markets: weth }).map(({ label }) => label)).toEqual(['ETH/USDT', 'DOGE/WETH'])
  expect(first('aaaa')).toBe(`/parties/${partyId}`)
  expect(destinations('nothing like it', world)).toEqual([])
  expect(destinations('  ', world)).toEqual([])
})

test('assets are found by symbol and id, epochs and blocks by number', () => {
  const assetId = 'd'.repeat(64)
  const assets = new Map([[assetId, { symbol: 'USDT', name: 'Tether' }]])
  expect(destinations(assetId, { ...world, assets }).map(({ href }) => href)).toEqual([`/assets/${assetId}`])
  expect(destinations('tether', { ...world, assets }).map(({ href }) => href)).toEqual([`/assets/${assetId}`])
  expect(hrefs('102,007')).toEqual(['/epochs/102007', '/blocks/102007'])
})

test('several pasted keys lead to the limits of all of them, and each to its own page', () => {
  const keys = ['c1', 'd2', 'e3', 'f4', '05', '16', '27'].map((pair) => pair.repeat(32))
  const [together, ...each] = destinations(keys.join('\n'), {})
  expect(together).toMatchObject({
    label: 'Spam limits of these 7 parties',
    href: `/spam?party=${keys.join('&party=')}`,
  })
  expect(each.map(({ href }) => href)).toEqual(keys.map((key) => `/parties/${key}`))
})
