import { expect, test, vi } from 'vitest'
import type { Target } from '../../../ledger/stream/output-file.ts'
import { closedReason, removeOrphans } from './restore.ts'

const reason = (target: Target) => closedReason({ file: { target, name: 'ledger.csv' } })

test('a reload that lost what had come for a chosen file says so', () => {
  expect(reason({ kind: 'file', handle: {} as FileSystemFileHandle })).toContain(
    'not yet in the file you chose, so it is downloaded again',
  )
  expect(reason({ kind: 'private', name: 'export-a.csv' })).toContain('What had arrived is kept')
})

test('only private files of exports without a run are removed', async () => {
  const files = new Set(['export-a.csv', 'export-b.csv', 'chosen.csv'])
  const directory = {
    keys: () => [...files].values(),
    removeEntry: async (name: string) => void files.delete(name),
  }
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => directory } })
  await removeOrphans(new Set(['b']))
  expect([...files]).toEqual(['export-b.csv', 'chosen.csv'])
  vi.unstubAllGlobals()
})
