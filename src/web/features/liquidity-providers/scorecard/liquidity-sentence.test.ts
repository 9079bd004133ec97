import { expect, test } from 'vitest'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { type ScoreRow, countOf } from '../scores/rows.ts'
import { liquiditySentence } from './liquidity-sentence.ts'

const row = (buys: string | undefined): ScoreRow => {
  const provider: LiquidityProvider = {
    partyId: 'p',
    marketId: 'm',
    feeShare: null,
    sla:
      buys === undefined
        ? null
        : {
            party: 'p',
            currentEpochFractionOfTimeOnBook: '1',
            lastEpochFractionOfTimeOnBook: '1',
            lastEpochFeePenalty: '0',
            lastEpochBondPenalty: '0',
            hysteresisPeriodFeePenalties: [],
            requiredLiquidity: '10',
            notionalVolumeBuys: buys,
            notionalVolumeSells: '10',
          },
  }
  return {
    verdict: { state: 'unknown', reason: '' },
    provider,
    received: provider,
    sla: 'known',
    standing: undefined,
    of: undefined,
  }
}

const names = { party: (id: string) => `party ${id}`, market: (id: string) => `market ${id}` }

test('the opening sentence counts only what is measured and says what is not', () => {
  expect(liquiditySentence([row('10'), row('9'), row('0'), row(undefined)], 'market', names)).toBe(
    '2 of 3 are short right now. No data for 1. SLA unknown for 3.',
  )
  expect(liquiditySentence([row('10'), row('9')], 'market', names)).toMatch(/^1 of 2 is short right now/)
  expect(liquiditySentence([row('10'), row('11')], 'market', names)).toMatch(
    /^All 2 providers measured meet the requirement/,
  )
  expect(liquiditySentence([row('10'), row(undefined)], 'market', names)).toMatch(
    /^The one measured meets the requirement now. No data for 1./,
  )
  expect(liquiditySentence([row('10'), row('9')], 'party', names)).toMatch(
    /^Meets the requirement in 1 of 2 markets now./,
  )
  expect(liquiditySentence([row(undefined), row(undefined)], 'party', names)).toBe(
    'Nothing is known of the requirement yet. No data for 2.',
  )
})

test('who fails over the epoch is counted apart from who is short at this instant', () => {
  const judged = (state: 'passing' | 'failing' | 'lost'): ScoreRow => ({
    ...row('10'),
    verdict: { state, fraction: '0.5', minimum: '0.6', times: undefined },
  })
  const told = (...rows: ScoreRow[]): string => liquiditySentence(rows, 'market', names).replace(/^.*? now\. /, '')
  expect(told(judged('passing'), judged('failing'), judged('lost'), row('10'))).toBe(
    '2 are behind on the SLA; party p can’t recover this epoch. SLA unknown for 1.',
  )
  expect(told(judged('lost'), judged('lost'))).toBe('2 are behind on the SLA; 2 can’t recover this epoch.')
  expect(liquiditySentence([judged('lost')], 'party', names)).toContain('; market m can’t recover this epoch.')
  // As many without data as without an SLA, but not the same ones.
  expect(told({ ...judged('passing'), provider: row(undefined).provider }, row('10'))).toBe(
    'None is behind on the SLA. No data for 1. SLA unknown for 1.',
  )
  const loading: ScoreRow = { ...row('10'), verdict: { state: 'waiting', reason: '' } }
  expect(told(loading, row('10'))).toBe('SLA loading for 1. SLA unknown for 1.')
  expect(told(loading, judged('passing'))).toBe('None is behind on the SLA. SLA loading for 1.')
})

test('values that are too old, or that cannot be judged, give no orders and no zero', () => {
  const reason = 'No advice: values are 3 min old.'
  const old: ScoreRow = { ...row('9'), verdict: { state: 'stale', reason } }
  expect(liquiditySentence([old, old], 'market', names)).toBe(reason)
  expect([countOf([old], 'off', []), countOf([old], 'failing', [])]).toEqual(['–', '–'])
  expect([countOf([row('9')], 'off', []), countOf([row('9')], 'failing', [])]).toEqual([1, '–'])
})
