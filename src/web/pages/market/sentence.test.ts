// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import type { MarketDay } from '../../features/candles/index.ts'
import type { ScoreRow } from '../../features/liquidity-providers/index.ts'
import { type MarketFacts, marketSentence, marketState, pendingWords } from './sentence.ts'

const label = {
  code: 'BTC/USDT',
  name: 'Bitcoin perpetual',
  product: 'perpetual',
  state: 'STATE_ACTIVE',
  decimals: 1,
} as const

const day: MarketDay = {
  since: 0n,
  until: 86_400_000_000_000n,
  traded: true,
  reference: undefined,
  price: '862830',
  lastTrade: '1',
  change: '+3.72\u00a0%',
  direction: 'up',
  closes: [],
  volume: '5',
}

/** A provider of whom 100 is required and who offers this much on both sides. */
function row(offered: string): ScoreRow {
  const sla = { requiredLiquidity: '100', notionalVolumeBuys: offered, notionalVolumeSells: offered }
  return { provider: { sla } as unknown as LiquidityProvider, verdict: { state: 'unknown', reason: '' } } as ScoreRow
}

const whole: MarketFacts = {
  id: 'a1'.repeat(32),
  label,
  day,
  providers: { rows: [row('100'), row('120'), row('99'), row('0'), row('100')], complete: true },
  modes: { summary: { total: 203, isolated: 77 }, complete: true },
  presence: 'known',
}

test('a market is told in two sentences: price and change; providers and modes', () => {
  expect(marketSentence(whole)).toBe(
    'BTC/USDT trades at 86,283.0, up 3.72\u00a0% in 24 h. 2 of 5 providers are short; 77 of 203 parties are isolated.',
  )
  expect(marketState(whole)).toBe('watch')
})

test('unknown parts are left out, never shown as zero', () => {
  const bare = { ...whole, day: undefined, providers: undefined, modes: undefined }
  expect(marketSentence(bare)).toBe('BTC/USDT is active.')
  expect(marketState(bare)).toBe('unknown')
  expect(pendingWords(['the price', 'the providers'], [])).toBe('Loading the price and the providers.')
  expect(pendingWords([], ['the price'])).toBe('Not known: the price; its panel says why.')
})

test('lists that are longer than one page say so', () => {
  const { providers, modes } = whole
  expect(
    marketSentence({
      ...whole,
      providers: providers && { ...providers, complete: false },
      modes: modes && { ...modes, complete: false },
    }),
  ).toContain(' 2 of the first 5 providers are short; 77 of the first 203 parties are isolated.')
})

test('what a cut list does not have is not said to be absent', () => {
  const cut = {
    ...whole,
    providers: { rows: [], complete: false },
    modes: { summary: { total: 0, isolated: 0 }, complete: false },
  }
  expect(marketSentence(cut)).toBe('BTC/USDT trades at 86,283.0, up 3.72\u00a0% in 24 h.')
})

test('on a node without market records a market is shown with its raw price', () => {
  const told = { ...whole, label: undefined, presence: 'absent' } as const
  expect(marketSentence(told)).toMatch(/^Market a1a1a1…a1a1a1 trades at 862,830 raw, up 3\.72/)
  expect(marketState(told)).toBe('info')
  const never = { ...day, price: undefined, traded: false, change: undefined }
  expect(marketSentence({ ...told, presence: 'unknown', day: never })).toMatch(
    /^This node has no market with this id\. /,
  )
})

test('what no market has is not told of an id that the node does not know', () => {
  const never = { ...day, price: undefined, traded: false, change: undefined }
  const providers = { rows: [], complete: true }
  const modes = { summary: { total: 0, isolated: 0 }, complete: true }
  const nothing = { ...whole, label: undefined, day: never, providers, modes }
  expect(marketSentence({ ...nothing, presence: 'unknown' })).toBe('This node has no market with this id.')
  expect(marketSentence({ ...nothing, presence: 'absent' })).toContain('No providers; no margin modes recorded.')
})

test('a quiet, a suspended and a closed market are not called healthy', () => {
  expect(marketSentence({ ...whole, day: { ...day, traded: false } })).toContain(
    'BTC/USDT last traded at 86,283.0, without trades in 24 h.',
  )
  expect(marketState({ ...whole, label: { ...label, state: 'STATE_SUSPENDED' } })).toBe('near')
  expect(marketState({ ...whole, label: { ...label, state: 'STATE_CLOSED' } })).toBe('info')
  expect(marketState({ ...whole, providers: { rows: [row('100')], complete: true } })).toBe('ok')
})

test('a market whose node died does not say who is short now', () => {
  const old = { ...whole, stale: true }
  expect(marketSentence(old)).toContain(' 5 providers; 77 of 203')
  expect(marketState(old)).toBe('stale')
})

test('a provider of whom nothing is known is not counted among those who meet the requirement', () => {
  const unknown = { ...row('0'), provider: { sla: null } as unknown as LiquidityProvider }
  const told = (rows: readonly ScoreRow[]): string =>
    marketSentence({ ...whole, modes: undefined, providers: { rows, complete: true } }).split('24 h. ')[1] ?? ''
  expect(told([row('100'), row('120'), unknown])).toBe('2 of 3 providers meet the requirement, no data for 1.')
  expect(told([row('99'), unknown])).toBe('1 of 2 providers is short, no data for 1.')
  expect(told([unknown])).toBe('1 provider, no data for 1.')
  expect(marketState({ ...whole, providers: { rows: [row('100'), unknown], complete: true } })).toBe('unknown')
})

test('an old price, and all beside it, are told in the past', () => {
  const old = { ...whole, stale: true }
  expect(marketSentence(old)).toBe(
    'BTC/USDT traded at 86,283.0, up 3.72\u00a0% in 24 h. 5 providers; 77 of 203 parties were isolated.',
  )
  expect(marketSentence({ ...old, label: { ...label, state: 'STATE_SUSPENDED' } })).toMatch(
    /^BTC\/USDT was suspended at /,
  )
  expect(marketSentence({ ...old, day: undefined })).toMatch(/^BTC\/USDT was active\./)
  expect(marketState({ ...old, providers: { rows: [row('100')], complete: true } })).toBe('stale')
})
