import { expect, test } from 'vitest'
import type { Target } from '../engine/stream/sinks.ts'
import { closedWords } from './restore.ts'
import { emptyFile, type Part } from './run.ts'

const part = (state?: 'complete'): Part => ({
  label: 'October 2026',
  url: 'http://node/export',
  file: 0,
  attempts: 1,
  verdict: state && { state, error: undefined },
})
const chosen = { kind: 'file', handle: {} as FileSystemFileHandle } as const satisfies Target
const words = (target: Target, parts: Part[]) => closedWords({ files: [emptyFile(target, 'ledger.csv')], parts })

test('a reload that lost what had come for a chosen file says so', () => {
  expect(words(chosen, [part()])).toContain('not yet in the file you chose, so it comes again')
  expect(words(chosen, [part('complete'), part()])).toContain('months that are done are kept')
  expect(words({ kind: 'private', name: 'export-a-0.csv' }, [part()])).toContain('What had come is kept')
})
