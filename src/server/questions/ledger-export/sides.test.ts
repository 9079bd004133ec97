import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importSegments } from '../../archive/import-segments.ts'
import { openSegments } from '../../archive/open-segments.ts'
import { showProgress } from '../../archive/progress.ts'
import { blockTime, writeSegment } from '../../../../tests/server/support/small-segment.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { asset, party } from '../../../../tests/server/support/ids.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import type { Db, WritableDb } from '../../database/db.ts'
import { idBytes } from '../../sql/statement.ts'
import { prepareLedgerExport, readLedgerLines } from './ledger-export.ts'

/** The ledger as it is distributed over workers: a row for each account of an entry. */
async function splitLedger(db: WritableDb): Promise<void> {
  await db.exec(`
    create table entries as select * from ledger;
    delete from ledger;
    alter table ledger drop constraint ledger_pkey;
    drop index ledger_from, ledger_to;
    alter table ledger add column account_id bytea not null;
    alter table ledger add primary key (account_id, ledger_entry_time);
    insert into ledger select *, account_from_id from entries
      union all select *, account_to_id from entries where account_to_id <> account_from_id;
    drop table entries`)
}

/** The exports of all parties, each of all assets and of one. */
async function exportsOf(db: Db): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, id] of Object.entries(party)) {
    for (const of of [undefined, asset.usd, asset.vega]) {
      const range = { party: idBytes(id), asset: of && idBytes(of), start: undefined, end: undefined }
      const prepared = await prepareLedgerExport(db, range, new AbortController().signal)
      let text = ''
      for await (const chunk of readLedgerLines(db, prepared)) text += Buffer.from(chunk).toString()
      found[`${name} ${of}`] = text
    }
  }
  return found
}

describe.each(databases)('a ledger with a row for each side, on $name', ({ open }) => {
  test('is exported as the same lines in the same order, an own transfer once', async () => {
    const [whole, split] = [await open(), await open()]
    onTestFinished(async () => {
      await whole.close()
      await split.close()
    })
    for (const db of [whole, split]) await makeSample(db)
    await splitLedger(split)
    const expected = await exportsOf(whole)
    expect(await exportsOf(split)).toEqual(expected)
    expect(Object.values(expected).filter(Boolean).length).toBeGreaterThan(3)
  })

  test('takes an import, an entry within one account once', async () => {
    const db = await open()
    const folder = mkdtempSync(join(tmpdir(), 'lyra-sides-'))
    onTestFinished(async () => {
      rmSync(folder, { recursive: true })
      await db.close()
    })
    await splitLedger(db)
    const entry = (height: number, from: string, to: string) => ({
      ledger_entry_time: blockTime(height),
      vega_time: blockTime(height),
      quantity: '5',
      account_from_id: `\\x${from}`,
      account_to_id: `\\x${to}`,
      account_from_balance: '1',
      account_to_balance: '2',
    })
    const rows = { ledger: [entry(1, 'a1', 'a2'), entry(2, 'a2', 'a2')] }
    const segments = await openSegments([await writeSegment(folder, { from: 1, to: 2, rows })])
    await importSegments(db, segments, showProgress({ write: () => undefined }), new AbortController().signal)
    for (const segment of segments) segment.close()
    const stored = `select account_id::text, account_from_id::text, account_to_id::text from ledger order by 1, 2`
    expect(await db.rows(stored)).toEqual([
      [String.raw`\xa1`, String.raw`\xa1`, String.raw`\xa2`],
      [String.raw`\xa2`, String.raw`\xa1`, String.raw`\xa2`],
      [String.raw`\xa2`, String.raw`\xa2`, String.raw`\xa2`],
    ])
  })
})
