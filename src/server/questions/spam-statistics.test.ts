import { expect, test } from 'vitest'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import type { Context } from './handler.ts'
import { errorOf } from '../../../tests/server/support/ask.ts'
import { spamStatistics } from './spam-statistics.ts'

const context = (asked: string[]): Context =>
  ({
    core: {
      spamStatistics: (partyId: string) => {
        asked.push(partyId)
        return Promise.resolve({ chainId: 'c', statistics: { epochSeq: '1' } })
      },
    },
    signal: new AbortController().signal,
  }) as unknown as Context

test('an empty party id is refused without a request to the core node; any other is passed on unchanged', async () => {
  const asked: string[] = []
  const refusal = await errorOf(Promise.resolve(spamStatistics(context(asked), { partyId: '' })))
  expect(refusal).toEqual([3, 10_006, 'empty or missing party ID', ''])
  expect(asked).toEqual([])
  expect(await spamStatistics(context(asked), { partyId: 'Any One' })).toMatchObject({ chainId: 'c' })
  expect(asked).toEqual(['Any One'])
  expect(getSpamStatistics.required).toEqual(['partyId'])
})
