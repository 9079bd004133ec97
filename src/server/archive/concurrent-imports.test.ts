import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databases } from '../../../tests/server/support/databases.ts'
import { writeSegment } from '../../../tests/server/support/small-segment.ts'
import { importSegments } from './import-segments.ts'
import { openSegments } from './open-segments.ts'
import { showProgress } from './progress.ts'

test.each(databases)(
  'imports at once into one empty $name neither end with a sentence of the database nor load twice',
  async ({ open }) => {
    const db = await open()
    const directory = mkdtempSync(join(tmpdir(), 'lyra-imports-'))
    onTestFinished(async () => {
      await db.close()
      rmSync(directory, { recursive: true, force: true })
    })
    await db.exec('drop schema public cascade; create schema public')
    const parts = [
      { from: 1, to: 3 },
      { from: 4, to: 6 },
    ]
    const paths = await Promise.all(parts.map((part) => writeSegment(directory, part)))
    const lines: string[] = []
    const screen = { write: (text: string) => lines.push(...text.split('\n').filter(Boolean)) }
    const run = async (): Promise<void> => {
      const segments = await openSegments(paths)
      await importSegments(db, segments, showProgress(screen), new AbortController().signal)
      for (const segment of segments) segment.close()
    }
    await Promise.all([run(), run(), run(), run()])
    expect(await db.rows('select height_from::text, height_to::text from lyra_segments order by 1')).toEqual([
      ['1', '3'],
      ['4', '6'],
    ])
    expect(lines.filter((line) => line.includes(' imported in '))).toHaveLength(2)
    expect(lines.filter((line) => line.endsWith('are already imported'))).toHaveLength(6)
  },
)
