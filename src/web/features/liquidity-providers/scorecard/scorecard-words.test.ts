import { expect, test } from 'vitest'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { type ScoreRow, countOf } from '../scores/rows.ts'
import { liquiditySentence, slaSentence, summaryWords } from './scorecard-words.ts'

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

test('the opening sentence counts only what is measured and says what is not', () => {
  expect(summaryWords([row('10'), row('9'), row('0'), row(undefined)], 'market')).toBe(
    'requirement not met by 2 of 3. No data for 1.',
  )
  expect(summaryWords([row('10'), row('9')], 'market')).toBe('requirement not met by 1 of 2.')
  expect(summaryWords([row('10'), row('11')], 'market')).toBe('requirement met by all 2.')
  expect(summaryWords([row('10'), row(undefined)], 'market')).toBe(
    'requirement met by the one measured. No data for 1.',
  )
  expect(summaryWords([row('10'), row('9')], 'party')).toBe('requirement met in 1 of 2 markets.')
  expect(summaryWords([row(undefined), row(undefined)], 'party')).toBe('no service level is known yet. No data for 2.')
})

test('who fails over the epoch is counted apart from who is short at this instant', () => {
  const judged = (state: 'passing' | 'failing' | 'lost'): ScoreRow => ({
    ...row('10'),
    verdict: { state, fraction: '0.5', minimum: '0.6', times: undefined },
  })
  expect(slaSentence([judged('passing'), judged('failing'), judged('lost'), row('10')])).toBe(
    'SLA this epoch: 2 of 3 behind, 1 can’t recover. SLA unknown for 1.',
  )
  const loading: ScoreRow = { ...row('10'), verdict: { state: 'waiting', reason: '' } }
  expect(slaSentence([loading, row('10')])).toBe('SLA this epoch: loading.')
  expect(slaSentence([loading, judged('passing')])).toBe('SLA this epoch: 0 of 1 behind. SLA loading for 1.')
  expect(slaSentence([row('10')])).toBe('SLA this epoch: unknown.')
})

test('values that are too old, or that cannot be judged, give no orders and no zero', () => {
  const reason = 'No advice: values are 3 min old.'
  const old: ScoreRow = { ...row('9'), verdict: { state: 'stale', reason } }
  expect(liquiditySentence([old, old], 'market')).toBe(reason)
  expect([countOf([old], 'off', []), countOf([old], 'failing', [])]).toEqual(['–', '–'])
  expect([countOf([row('9')], 'off', []), countOf([row('9')], 'failing', [])]).toEqual([1, '–'])
})
