// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { type LedgerReading, nothingRead } from './ledger-bars.ts'
import { readWords } from './sums-strip.tsx'

const at = (text: string): bigint => BigInt(Date.parse(`2024-03-01T${text}Z`)) * 1_000_000n
const now = at('19:00:00')
const words = (reading: Partial<LedgerReading>) => readWords({ ...nothingRead, ...reading }, 'utc', now)
const failure = { kind: 'answer' as const, message: 'Internal error', url: '', status: 500, code: 13 }

test('waiting, reading, read, read in part and not read are told apart', () => {
  const part = { knownTo: at('12:40:00'), to: at('18:00:00') }
  expect(words({})).toBe('waiting for the ledger')
  expect(words({ phase: 'reading', ...part })).toBe('ledger read to 1 Mar 2024, 12:40:00 of 18:00:00 UTC')
  expect(words({ phase: 'read', knownTo: part.to, to: part.to })).toBe('ledger read to 18:00:00 UTC')
  expect(words({ phase: 'failed', ...part, failure })).toBe(
    'ledger read to 1 Mar 2024, 12:40:00 of 18:00:00 UTC, then it failed: Status 500, code 13. Internal error',
  )
  expect(words({ phase: 'failed', failure })).toBe('ledger not read: Status 500, code 13. Internal error')
})

test('a day other than today is named', () => {
  const yesterday = at('18:00:00') - 86_400_000_000_000n
  expect(words({ phase: 'read', knownTo: yesterday, to: yesterday })).toBe('ledger read to 29 Feb 2024, 18:00:00 UTC')
})
