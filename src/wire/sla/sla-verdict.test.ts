import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LiquidityProviderSla } from '../liquidity-providers.ts'
import * as v from 'valibot'
import { slaAfter, slaChangeSince, SlaRecord, slaVerdict, type SlaVerdict, slaWords } from './sla-verdict.ts'

const sla = (fraction: string, buys = '10', sells = '10'): LiquidityProviderSla => ({
  party: 'p',
  currentEpochFractionOfTimeOnBook: fraction,
  lastEpochFractionOfTimeOnBook: '1',
  lastEpochFeePenalty: '0',
  lastEpochBondPenalty: '0',
  hysteresisPeriodFeePenalties: [],
  requiredLiquidity: '10',
  notionalVolumeBuys: buys,
  notionalVolumeSells: sells,
})
const minute = 60_000_000_000n
/** An epoch of 100 minutes. */
const after = (minutes: bigint) => ({ start: minute, end: 101n * minute, now: (1n + minutes) * minute })

describe('which provider fails the SLA is answered for the epoch, not for this instant', () => {
  // Of 100 min with a minimum of 60 %, 60 min are needed.
  test.each([
    ['below requirement now, and passing: 45 of 50 min', sla('0.9', '0'), 50n, 'passing'],
    ['exactly the minimum passes', sla('0.6'), 50n, 'passing'],
    ['20 of 50 min and on: 40 of the last 50 do', sla('0.4'), 50n, 'passes-if'],
    ['the same and off', sla('0.4', '0'), 50n, 'failing'],
    ['10 of 50 min: the last 50 are just enough', sla('0.2'), 50n, 'passes-if'],
    ['less by one part in 10^16', sla('0.1999999999999999'), 50n, 'lost'],
    ['on now, yet 30 of 80 min: 20 are too few', sla('0.375'), 80n, 'lost'],
    ['at the very end below by a digit', sla('0.5999999999999999'), 100n, 'lost'],
    ['at the very end', sla('0.6'), 100n, 'passing'],
    ['at the very start nothing is lost', sla('0'), 0n, 'passes-if'],
  ] as const)('%s', (_, service, minutes, state) => {
    expect(slaVerdict(service, '0.6', after(minutes)).state).toBe(state)
  })

  test('5:32 of the 5:50 left is said to the second, not as 6 min beside 5:50', () => {
    // Of 10 min with a minimum of 60 %, 6 min are needed. After 4:10 there are 28 s on book.
    const epoch = { start: 0n, end: 10n * minute, now: 250_000_000_000n }
    const behind = sla('0.112', '360000', '20')
    const verdict = slaVerdict({ ...behind, requiredLiquidity: '360000' }, '0.6', epoch)
    const amounts = { decimals: 0, symbol: 'USDT' }
    const cents = slaWords({ ...verdict }, { decimals: 2, symbol: 'USDT' }).more
    expect(cents).toContain('Offer 3,600 USDT of sells')
    expect(slaWords(verdict, amounts)).toEqual({
      word: 'Failing',
      more: 'Offer 360,000 USDT of sells for 5:32 of the 5:50 left',
    })
    // The side is short and stays short: what is needed stands still while the time runs out.
    expect(slaWords(slaAfter(verdict, 10_000_000_000n), amounts).more).toContain('for 5:32 of the 5:40 left')
    expect(slaWords(slaAfter(verdict, 18_000_000_000n), amounts).more).toContain('for 5:32 of the 5:32 left')
    expect(slaWords(slaAfter(verdict, 18_000_000_001n), amounts)).toEqual({
      word: 'Cannot recover',
      more: 'this epoch',
    })
    expect(slaWords(verdict).more).toBe('Offer what is required of sells for 5:32 of the 5:50 left')
    const both = slaVerdict({ ...behind, requiredLiquidity: '400000' }, '0.6', epoch)
    expect(slaWords(both, amounts).more).toContain('Offer 400,000 USDT on each side for')
  })

  test('a provider of whom nothing is required makes up for what is missing', () => {
    const free = { ...sla('0.4', '0', '0'), requiredLiquidity: '0' }
    expect(slaVerdict(free, '0.6', after(50n)).state).toBe('passes-if')
  })

  test('more than the whole time on book earns nothing in advance', () => {
    expect(slaWords(slaVerdict(sla('1.1'), '0.6', after(50n))).more).toBe('safe after 10:00 more')
  })

  test('what is needed counts down while the requirement is met', () => {
    const meets = slaVerdict(sla('0.4'), '0.6', after(50n))
    expect(slaWords(meets)).toEqual({ word: 'Passes if', more: 'met for 40:00 of the 50:00 left' })
    expect(slaWords(slaAfter(meets, minute)).more).toBe('met for 39:00 of the 49:00 left')
    expect(slaWords(slaVerdict(sla('0.3999'), '0.6', after(50n))).more).toContain('met for 40:01 of')
    const passing = slaVerdict(sla('1'), '0.6', after(50n))
    expect(slaWords(passing)).toEqual({ word: 'Passing', more: 'safe after 10:00 more' })
    expect(slaWords(slaAfter(passing, 10n * minute)).more).toBe('safe for this epoch')
  })

  test('a reading of another epoch judges nothing', () => {
    expect(slaVerdict(sla('0.9'), '0.6', { ...after(0n), now: 0n }).state).toBe('unknown')
    expect(slaAfter(slaVerdict(sla('0.9'), '0.6', after(100n)), 1n).state).toBe('unknown')
  })

  test('what is not known is said, never guessed', () => {
    expect(slaVerdict(null, '0.6', after(50n)).state).toBe('unknown')
    expect(slaVerdict(sla(''), '0.6', after(50n)).state).toBe('unknown')
    expect(slaVerdict(sla('0.9'), undefined, after(50n)).state).toBe('unknown')
    expect(slaVerdict(sla('0.9'), '0.6', after(101n)).state).toBe('unknown')
    expect(slaVerdict(sla('0.9'), '0.6', undefined).state).toBe('passing')
    expect(slaWords(slaVerdict(sla('0.4'), '0.6', undefined)).more).toBe('the end of the epoch is not known')
  })
})

test('a provider passes with the whole rest on book exactly when it can pass', () => {
  const part = fc.nat(10_000)
  fc.assert(
    fc.property(part, part, fc.integer({ min: 1, max: 10_000 }), fc.boolean(), (f, m, e, on) => {
      const text = (value: number) => (value / 10_000).toFixed(4)
      const epoch = { start: 0n, end: 10_000n, now: BigInt(e) }
      const { state } = slaVerdict(sla(text(f), on ? '10' : '0'), text(m), epoch)
      const atBest = BigInt(f) * BigInt(e) + 10_000n * BigInt(10_000 - e)
      expect(state === 'lost').toBe(atBest < BigInt(m) * 10_000n)
      expect(state === 'passing').toBe(f >= m)
    }),
  )
})

describe('changes of a position that are reported', () => {
  type Step = readonly [state: SlaVerdict['state'], minute: number, epoch?: string]
  function news(...steps: readonly Step[]): string[] {
    let record: SlaRecord | undefined
    return steps.flatMap(([state, minute, epoch = '7']) => {
      const found = slaChangeSince(record, state, epoch, minute * 60_000)
      record = found.record && v.parse(SlaRecord, JSON.parse(JSON.stringify(found.record)))
      return found.change ? [`${found.change} ${state}`] : []
    })
  }
  test('behind, lost and passing again are reported once each', () => {
    expect(news(['passing', 0], ['failing', 1], ['failing', 2], ['passes-if', 3], ['lost', 4], ['lost', 5])).toEqual([
      'worse failing',
      'worse lost',
    ])
    expect(news(['failing', 0], ['passes-if', 1], ['passing', 2], ['passing', 3])).toEqual([
      'worse failing',
      'better passing',
    ])
  })
  test('what cannot be judged is neither', () => {
    expect(news(['failing', 0], ['unknown', 1], ['stale', 2], ['waiting', 3], ['failing', 4])).toEqual([
      'worse failing',
    ])
  })
  test('one reported as passing and behind again is reported again', () => {
    const flaps = Array.from({ length: 40 }, (_, at): Step => [at % 2 === 0 ? 'passing' : 'failing', 1 + at / 10])
    expect(news(['failing', 0], ...flaps, ['failing', 9], ['failing', 10], ['failing', 11])).toEqual([
      'worse failing',
      'better passing',
      'worse failing',
    ])
  })
  test('one that is behind again after the clock was set back by hours is reported again', () => {
    expect(news(['failing', 300], ['passing', 301], ['failing', 5])).toEqual([
      'worse failing',
      'better passing',
      'worse failing',
    ])
  })
  test('the next epoch begins anew, and ends what was lost', () => {
    expect(news(['lost', 0], ['lost', 1, '8'], ['passing', 2, '9'])).toEqual([
      'worse lost',
      'worse lost',
      'better passing',
    ])
  })
})
