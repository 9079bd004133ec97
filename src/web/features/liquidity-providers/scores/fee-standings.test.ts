import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, compare, subtract } from '../../../format/amount.ts'
import type { LiquidityProvider, LiquidityProviderSla } from '../../../../wire/liquidity-providers.ts'
import {
  carriedPenalty,
  concentration,
  coverage,
  exceedsWhole,
  feeStandings,
  suspiciousZeros,
} from './fee-standings.ts'
import { onBook } from '../../../../wire/sla/sla-verdict.ts'

const sla = (change: Partial<LiquidityProviderSla> = {}): LiquidityProviderSla => ({
  party: 'p',
  currentEpochFractionOfTimeOnBook: '0.98',
  lastEpochFractionOfTimeOnBook: '0.97',
  lastEpochFeePenalty: '0',
  lastEpochBondPenalty: '0',
  hysteresisPeriodFeePenalties: [],
  requiredLiquidity: '1000',
  notionalVolumeBuys: '1420',
  notionalVolumeSells: '1280',
  ...change,
})
const provider = (partyId: string, share: string, score: string, service = null as LiquidityProvider['sla']) => ({
  partyId,
  marketId: 'm',
  feeShare: {
    party: partyId,
    equityLikeShare: share,
    averageEntryValuation: '1',
    averageScore: score,
    virtualStake: '5',
  },
  sla: service,
})

describe('on the book', () => {
  test.each([
    ['1420', '1280', { state: 'on' }],
    ['1000', '1000', { state: 'on' }],
    ['1000', '999.9999999999999999', { state: 'off', short: 'sells' }],
    ['42', '1000', { state: 'off', short: 'buys' }],
    ['0', '0', { state: 'off', short: 'both' }],
    ['', '1000', { state: 'unknown' }],
    ['1000', '', { state: 'unknown' }],
    // one side known to be short decides, whatever the other is
    ['', '999', { state: 'off', short: 'sells' }],
    ['999', '', { state: 'off', short: 'buys' }],
  ] as const)('buys %s and sells %s of 1000', (notionalVolumeBuys, notionalVolumeSells, verdict) => {
    expect(onBook(sla({ notionalVolumeBuys, notionalVolumeSells }))).toEqual(verdict)
  })

  test('nothing required is neither on nor off; no service level is unknown', () => {
    expect(onBook(sla({ requiredLiquidity: '0' }))).toEqual({ state: 'free' })
    expect(onBook(sla({ requiredLiquidity: '' }))).toEqual({ state: 'unknown' })
    expect(onBook(null)).toEqual({ state: 'unknown' })
  })

  test('amounts of 256 bits are compared exactly', () => {
    const most = (2n ** 256n - 1n).toString()
    const less = (2n ** 256n - 2n).toString()
    const amounts = { requiredLiquidity: most, notionalVolumeBuys: most, notionalVolumeSells: less }
    expect(onBook(sla(amounts))).toEqual({ state: 'off', short: 'sells' })
  })
})

test('coverage is what is offered over what is required', () => {
  expect(coverage('1420', '1000')).toBe('1.420000000000000000')
  expect(coverage('2', '3')).toBe('0.666666666666666667')
  // Short by one in 10^30 is not all of it.
  expect(compare(coverage(String(10n ** 30n - 1n), String(10n ** 30n)) ?? '', '1')).toBe(-1)
  expect(coverage('5', '0')).toBeUndefined()
  expect(coverage('', '1')).toBeUndefined()
})

test('the carried penalty is the mean of the remembered ones', () => {
  expect(carriedPenalty(['0.1', '0', '0.05'])).toBe('0.050000000000000000')
  expect(carriedPenalty(['0.1', '', '0.2'])).toBe('0.150000000000000000')
  expect(carriedPenalty([])).toBeUndefined()
  expect(carriedPenalty([''])).toBeUndefined()
})

test('only more than the whole epoch exceeds it', () => {
  expect(['1', '1.0000', '1.0000000001', '0.9', ''].map(exceedsWhole)).toEqual([false, false, true, false, false])
})

describe('standings', () => {
  // 0.5 x 0.4 = 0.20, 0.3 x 0.8 = 0.24, 0.2 x 0.3 = 0.06; sum 0.50
  const three = [provider('a', '0.5', '0.4'), provider('b', '0.3', '0.8'), provider('c', '0.2', '0.3')]

  test('a market of three, computed manually', () => {
    const result = feeStandings(three)
    expect(result.get('b')).toEqual({ weight: '0.480000000000000000', share: '0.480', rank: 1, gap: undefined })
    expect(result.get('a')).toEqual({
      weight: '0.400000000000000000',
      share: '0.400',
      rank: 2,
      gap: '0.080000000000000000',
    })
    expect(result.get('c')).toEqual({
      weight: '0.120000000000000000',
      share: '0.120',
      rank: 3,
      gap: '0.280000000000000000',
    })
  })

  test('equals share a rank and the gap to the one above both', () => {
    const result = feeStandings([provider('a', '0.2', '1'), provider('b', '0.6', '1'), provider('c', '0.4', '0.5')])
    expect(['a', 'b', 'c'].map((party) => result.get(party)?.rank)).toEqual([2, 1, 2])
    expect(['a', 'b', 'c'].map((party) => result.get(party)?.gap)).toEqual([
      '0.400000000000000000',
      undefined,
      '0.400000000000000000',
    ])
  })

  test('a provider without a score has no weight and no rank, and takes nothing from the others', () => {
    const result = feeStandings([...three, provider('d', '0.9', '')])
    expect(result.get('d')).toEqual({ weight: undefined, share: undefined, rank: undefined, gap: undefined })
    expect(result.get('b')?.weight).toBe('0.480000000000000000')
  })

  test('without any score no provider has a weight or a rank', () => {
    expect(feeStandings([provider('a', '0.5', '0'), provider('b', '0.5', '')]).get('a')).toEqual({
      weight: undefined,
      share: undefined,
      rank: undefined,
      gap: undefined,
    })
  })

  test('the expected fees of a market as shown are 100 % together, neither 99.9 nor 100.1', () => {
    const fraction = fc.integer({ min: 1, max: 9999 }).map((units) => `0.${String(units).padStart(4, '0')}`)
    fc.assert(
      fc.property(fc.array(fc.tuple(fraction, fraction), { minLength: 1, maxLength: 20 }), (pairs) => {
        const all = [...feeStandings(pairs.map(([share, score], at) => provider(`p${at}`, share, score))).values()]
        expect(compare(all.map(({ share = '0' }) => share).reduce(add), '1')).toBe(0)
        // A higher rank never shows less.
        const ranked = all.toSorted((a, b) => compare(b.weight ?? '0', a.weight ?? '0'))
        for (const [at, { share = '0' }] of ranked.entries()) {
          expect(compare(ranked[at - 1]?.share ?? '1', share)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('weights add up to one but for what was rounded', () => {
    const fraction = fc.integer({ min: 1, max: 9999 }).map((units) => `0.${String(units).padStart(4, '0')}`)
    fc.assert(
      fc.property(fc.array(fc.tuple(fraction, fraction), { minLength: 1, maxLength: 20 }), (pairs) => {
        const all = feeStandings(pairs.map(([share, score], index) => provider(`p${index}`, share, score)))
        const sum = [...all.values()].reduce((total, { weight }) => add(total, weight ?? '0'), '0')
        const off = subtract('1', sum).replace('-', '')
        expect(compare(off, '0.00000000000000002')).toBe(-1)
      }),
    )
  })
})

test('concentration: four equal providers act like four, one alone like one', () => {
  expect(concentration(['0.25', '0.25', '0.25', '0.25'])).toBe('4.00')
  expect(concentration(['1'])).toBe('1.00')
  // 1 / (0.5^2 + 0.3^2 + 0.2^2) = 1 / 0.38 = 2.6315…
  expect(concentration(['0.2', '0.5', '0.3'])).toBe('2.63')
  // 1 / (0.7624^2 + 0.2376^2) = 1.56811…: rounded, not cut.
  expect(concentration(['0.7624', '0.2376'])).toBe('1.57')
  expect(concentration([undefined, undefined])).toBeUndefined()
})

test('a member at zero for everybody is suspicious, for one alone or for penalties it is not', () => {
  const quiet = sla({ notionalVolumeBuys: '0', currentEpochFractionOfTimeOnBook: '0.000' })
  expect(suspiciousZeros([provider('a', '0.5', '0.1', quiet), provider('b', '0.5', '0.1', quiet)])).toEqual([
    'time on book, this epoch',
    'offered, buys',
  ])
  expect(suspiciousZeros([provider('a', '0.5', '0.1', quiet), provider('b', '0.5', '0.1', sla())])).toEqual([])
  expect(suspiciousZeros([provider('a', '0.5', '0.1', quiet)])).toEqual([])
  expect(suspiciousZeros([provider('a', '0.5', '0'), provider('b', '0.5', '0.0')])).toEqual(['liquidity score'])
})
