import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exportLedgerEntries } from '../../../wire/ledger-export.ts'
import { parseQuery } from '../../../wire/protocol/url.ts'
import type { Db, WritableDb } from '../../database/db.ts'
import { copiedLines, exportLedger } from './ledger-export.ts'
import { isLedgerBySides, missingLedgerIndexes } from '../../database/missing-parts.ts'
import { contextOf, query, refusalOf, errorOf } from '../../../../tests/server/support/ask.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { asset, party, unknown } from '../../../../tests/server/support/ids.ts'
import { bytes, insert } from '../../../../tests/server/support/sample-rows.ts'
import { ledgerFile } from '../../../../tests/server/support/ledger-oracle.ts'
import { readsOf, recorded } from '../../../../tests/server/support/plans.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import {
  type SampleEntry,
  accounts,
  entries,
  entryRow,
  nanosecondsOf,
} from '../../../../tests/server/support/sample-ledger.ts'

/** The indexes that a real node has (wire.md 12.1) in place of Lyra's own. */
async function openAsNode(open: () => Promise<WritableDb>): Promise<WritableDb> {
  const db = await open()
  await db.exec(`drop index ledger_from, ledger_to;
    create index on ledger (account_from_id, vega_time desc); create index on ledger (account_to_id, vega_time desc)`)
  return db
}

const kept = databases.flatMap(({ name, open }) => [
  { name, open },
  { name: `${name} with a node’s indexes`, open: () => openAsNode(open) },
])

describe.each(kept)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
  })
  afterAll(() => db.close())
  const exportOf = (given: Parameters<typeof query>[0], of: Db = db) =>
    exportLedger(contextOf(of), parseQuery(exportLedgerEntries.params, query(given)))
  async function file(given: Parameters<typeof query>[0], of: Db = db): Promise<string> {
    const pieces: Uint8Array[] = []
    for await (const piece of (await exportOf(given, of)).chunks) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }

  test('the bytes of a file', async () => {
    expect(await file({ partyId: party.anna })).toBe(
      [
        'vega_time,quantity,effect,transfer_type,asset_id,account_from_market_id,account_from_party_id,account_from_account_type,account_from_balance,account_to_market_id,account_to_party_id,account_to_account_type,account_to_balance',
        'T0.123456+00,1000,0,TRANSFER_TYPE_MARGIN_LOW,USD,"",ANNA,GENERAL,7,BTC,ANNA,MARGIN,9',
        'T0.123456+00,50,-50,TRANSFER_TYPE_MTM_LOSS,USD,BTC,ANNA,MARGIN,7,BTC,network,SETTLEMENT,9',
        'T5+00,123456789012345678901234567890,123456789012345678901234567890,TRANSFER_TYPE_REWARD_PAYOUT,VEGA,"",network,NETWORK_TREASURY,7,,ANNA,GENERAL,9',
        'T5.9+00,0,0,,USD,"",ANNA,GENERAL,7,"",BORIS,GENERAL,9',
        'T6+00,3,3,"",USD,,,EXTERNAL,7,"",ANNA,GENERAL,9',
        'T7+00,4,0,TRANSFER_TYPE_SPOT,VEGA,,ANNA,GENERAL,7,"",ANNA,GENERAL,9',
        '2024-04-10 10:00:00+00,5,0,TRANSFER_TYPE_MARGIN_HIGH,USD,BTC,ANNA,MARGIN,7,"",ANNA,GENERAL,9',
        '',
      ]
        .join('\n')
        .replace(/^T/gm, '2024-03-01 10:00:0')
        .replaceAll('ANNA', party.anna)
        .replaceAll('BORIS', party.boris)
        .replaceAll('BTC', 'a1'.repeat(32))
        .replaceAll(',USD,', `,${asset.usd},`)
        .replaceAll(',VEGA,', `,${asset.vega},`),
    )
  })

  test('an account type without a name is UNKNOWN, and a strange transfer type is quoted', async () => {
    const boris = await file({ partyId: party.boris })
    expect(boris).toBe(ledgerFile(entries, party.boris))
    expect(boris).toContain(',UNKNOWN,')
    expect(boris).toContain(',"odd, ""type""",')
  })

  test('the asset is compared with the sending account, also of an own transfer', async () => {
    for (const wanted of Object.values(asset)) {
      for (const partyId of [party.anna, party.boris]) {
        expect(await file({ partyId, assetId: wanted.toUpperCase() })).toBe(
          ledgerFile(entries, partyId, { asset: wanted }),
        )
      }
    }
  })

  test('a party without entries has a file of one line', async () => {
    for (const partyId of [party.emil, unknown]) expect((await file({ partyId })).split('\n')).toHaveLength(2)
  })

  test('bounds are cut to whole seconds: the start’s second is in, the end’s is out', async () => {
    const bounds = (start: number | undefined, end: number | undefined) => ({
      partyId: party.anna,
      'dateRange.startTimestamp': start === undefined ? undefined : nanosecondsOf(start),
      'dateRange.endTimestamp': end === undefined ? undefined : nanosecondsOf(end),
    })
    const expected = (start: number, end: number) => ledgerFile(entries, party.anna, { start, end })
    expect(await file(bounds(5_999_999, 7_999_999))).toBe(expected(5_000_000, 7_000_000))
    expect(await file(bounds(6_000_000, undefined))).toBe(expected(6_000_000, Infinity))
    expect(await file(bounds(undefined, 6_000_000))).toBe(expected(-Infinity, 6_000_000))
    expect(await file(bounds(7_000_000, 5_000_000))).toBe(expected(0, 0))
    const [least, most] = ['-9223372036854775808', '9223372036854775807']
    const all = { partyId: party.anna, 'dateRange.startTimestamp': least, 'dateRange.endTimestamp': most }
    expect(await file(all)).toBe(ledgerFile(entries, party.anna))
  })

  test('file names', async () => {
    const name = async (given: Parameters<typeof query>[0]) => (await exportOf(given)).filename
    const partyId = party.anna.toUpperCase()
    const [start, end] = [nanosecondsOf(5_900_000), nanosecondsOf(7_000_000)]
    expect(await name({ partyId })).toBe(`ledger_entries_${partyId}_.csv`)
    expect(await name({ partyId, 'dateRange.startTimestamp': start })).toBe(
      `ledger_entries_${partyId}__2024-03-01T10_00_05Z_00.csv`,
    )
    expect(await name({ partyId, 'dateRange.endTimestamp': '-1' })).toBe(
      `ledger_entries_${partyId}_-1969-12-31T23_59_59Z_00.csv`,
    )
    expect(
      await name({
        partyId,
        assetId: asset.usd,
        'dateRange.startTimestamp': start,
        'dateRange.endTimestamp': end,
      }),
    ).toBe(`ledger_entries_${partyId}_${asset.usd}__2024-03-01T10_00_05Z_00-2024-03-01T10_00_07Z_00.csv`)
  })

  test('refusals come before the first byte, in the order of the network', async () => {
    expect(await errorOf(exportOf({ assetId: 'x' }))).toEqual([3, 10_014, 'missing party id', ''])
    expect(await errorOf(exportOf({ partyId: 'network', assetId: 'x' }))).toEqual([3, 10_000, 'invalid party id', ''])
    for (const assetId of ['', 'abc']) {
      expect(await errorOf(exportOf({ partyId: party.anna, assetId }))).toEqual([3, 10_038, 'invalid asset ID', ''])
    }
  })

  test('a failure after the first byte throws out of the stream, with the rows before it sent', async () => {
    const { chunks } = await exportOf({ partyId: party.anna })
    const stream = chunks[Symbol.asyncIterator]()
    expect(Buffer.from((await stream.next()).value as Uint8Array).toString()).toMatch(/^vega_time,.*\n$/)
    await db.exec('alter table ledger rename to elsewhere')
    try {
      const failure = await refusalOf(stream.next())
      expect(failure).toMatchObject({
        code: 13,
        details: [{ code: 260_002, message: 'failed to export ledger entries' }],
      })
      expect(failure.details[0]?.inner).toMatch(/^copying to stdout: ERROR: relation "ledger" does not exist/)
    } finally {
      await db.exec('alter table elsewhere rename to ledger')
    }
  })

  test('a reader that stops early leaves nothing hanging', async () => {
    for await (const piece of (await exportOf({ partyId: party.anna })).chunks) {
      expect(piece.byteLength).toBeGreaterThan(0)
      break
    }
    expect(await db.rows('select 1')).toEqual([['1']])
  })

  test.each([3999, 4000, 4001, 8000])('no entry is lost or doubled where %i of them end a slice', async (length) => {
    const own = await open()
    await makeSample(own)
    await own.exec('truncate ledger')
    const { annaGeneral: from, borisGeneral: to } = accounts
    const entry = (at: number): SampleEntry => ({
      at,
      block: at,
      from,
      to,
      quantity: '1',
      balances: ['1', '2'],
      type: '',
    })
    const made = [...Array.from({ length }, (_, at) => entry(at)), entry(86_400_000_000 * 90)]
    await insert(own, 'ledger', made.map(entryRow))
    expect(await file({ partyId: party.anna }, own)).toBe(ledgerFile(made, party.anna))
    await own.close()
  })

  test('a long export reads three slices at once where connections are free, and one ahead where none is', async () => {
    const own = await open()
    await makeSample(own)
    const { annaGeneral: from, borisGeneral: to } = accounts
    await own.exec(`truncate ledger; insert into ledger
      select timestamptz '2024-03-01 10:00:00+00' + n * interval '1 second', '${bytes(from.id)}', '${bytes(to.id)}', n,
        timestamptz '2024-03-01 10:00:00+00', 1, 2, '' from generate_series(1, 60000) n;
      analyze ledger`)
    const [alone, free, busy] = [await file({ partyId: party.anna }, own), withSpare(own), withSpare(own, 0)]
    expect(alone.split('\n').length).toBe(60_002)
    expect(await file({ partyId: party.anna }, free.db)).toBe(alone)
    expect(await file({ partyId: party.anna }, busy.db)).toBe(alone)
    expect([free.counts.atOnce, busy.counts.atOnce]).toEqual(
      (await missingLedgerIndexes(own)).length === 0 ? [3, 1] : [0, 0],
    )
    // No slice is read twice, and few are cut short by their limit.
    expect(free.counts.slices).toBeLessThan(30)
    await own.close()
  })

  test('a party with few entries among many has its own read, and its first rows do not wait for many', async () => {
    const own = await open()
    await makeSample(own)
    const { annaGeneral: busy, borisGeneral: quiet, settlement: other } = accounts
    await own.exec(`truncate ledger; insert into ledger
      select timestamptz '2024-03-01 10:00:00+00' + n * interval '1 second',
        case n % 400 when 7 then '${bytes(quiet.id)}'::bytea else '${bytes(busy.id)}' end, '${bytes(other.id)}', n,
        timestamptz '2024-03-01 10:00:00+00', 1, 2, '' from generate_series(1, 20000) n;
      analyze ledger`)
    const { db, statements } = recorded(own)
    expect((await file({ partyId: party.boris }, db)).split('\n')).toHaveLength(52)
    const slices = statements.filter(({ sql }) => sql.includes('string_agg(e.line'))
    const rowsOf = async (one: (typeof slices)[number]) => (await readsOf(own, one)).get('ledger')?.rows ?? 0
    if ((await missingLedgerIndexes(own)).length === 0) {
      expect((await Promise.all(slices.map(rowsOf))).reduce((sum, rows) => sum + rows, 0)).toBeLessThan(200)
      statements.length = 0
      await file({ partyId: party.anna }, db)
      const long = statements.filter(({ sql }) => sql.includes('string_agg(e.line'))
      expect(long.map(({ sql }) => Number(/limit (\d+)\) e$/.exec(sql.trim())?.[1])).slice(0, 2)).toEqual([100, 4000])
    }
    await own.close()
  })

  test('any ledger is exported whole and in order, however its entries lie in time', async () => {
    const own = await open()
    await makeSample(own)
    const { annaGeneral, annaMargin, annaVega, borisGeneral, settlement, nobody } = accounts
    const sides = [annaGeneral, annaMargin, annaVega, borisGeneral, settlement, nobody] as const
    // Bursts of up to 5000 entries in a row, so that slices end inside them, and silences of up to half a year.
    const burst = fc.record({
      silence: fc.constantFrom(0, 1, 999_999, 3_600_000_000, 86_400_000_000 * 30, 86_400_000_000 * 180),
      length: fc.constantFrom(1, 2, 30, 3000, 4000, 5000),
      spacing: fc.constantFrom(1, 7, 1_000_000),
      seed: fc.nat(1000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { maxLength: 4 }), fc.nat(5000), fc.nat(5000), async (bursts, start, end) => {
        const made: SampleEntry[] = []
        let at = 0
        for (const { silence, length, spacing, seed } of bursts) {
          at += silence
          for (let index = 0; index < length; index += 1) {
            at += spacing
            const [from, to] = [sides[(index * 7 + seed) % 6], sides[(index * 5 + seed + 1) % 6]]
            if (!from || !to) continue
            made.push({ at, block: at, from, to, quantity: String(index), balances: ['1', '2'], type: undefined })
          }
        }
        await own.exec('truncate ledger')
        await insert(own, 'ledger', made.map(entryRow))
        expect(await file({ partyId: party.anna }, own)).toBe(ledgerFile(made, party.anna))
        expect(await file({ partyId: party.anna }, withSpare(own).db)).toBe(ledgerFile(made, party.anna))
        const range = { start: start * 1_000_000, end: end * 1_000_000 }
        const bounded = {
          partyId: party.anna,
          assetId: asset.usd,
          'dateRange.startTimestamp': nanosecondsOf(range.start),
          'dateRange.endTimestamp': nanosecondsOf(range.end),
        }
        expect(await file(bounded, own)).toBe(ledgerFile(made, party.anna, { asset: asset.usd, ...range }))
      }),
      { numRuns: 12 },
    )
    await own.close()
  })
})

/** The same database with so many free connections besides those in use, and how its slices were read. */
function withSpare(db: WritableDb, spare = 2): { db: WritableDb; counts: { atOnce: number; slices: number } } {
  const counts = { atOnce: 0, slices: 0 }
  let running = 0
  const rows: WritableDb['rows'] = async (sql, params, signal) => {
    const isSlice = sql.includes('string_agg')
    if (isSlice) [running, counts.slices] = [running + 1, counts.slices + 1]
    counts.atOnce = Math.max(counts.atOnce, running)
    return db.rows(sql, params, signal).finally(() => (running -= isSlice ? 1 : 0))
  }
  const openExport: WritableDb['openExport'] = async (signal) => ({
    ...(await db.openExport(signal)),
    rows,
    spare: () => spare - Math.max(0, running - 1),
  })
  return { db: { ...db, openExport }, counts }
}

describe.each(databases)('without Lyra’s indexes on $name', ({ open }) => {
  test('without indexes an export of any length reads the ledger once; with them it is sliced again', async () => {
    const own = await openAsNode(open)
    await makeSample(own)
    const { db, statements } = recorded(own)
    const read = async (): Promise<string> => {
      statements.length = 0
      const given = parseQuery(exportLedgerEntries.params, query({ partyId: party.anna }))
      const pieces: Uint8Array[] = []
      for await (const piece of (await exportLedger(contextOf(db), given)).chunks) pieces.push(piece)
      return Buffer.concat(pieces).toString()
    }
    // A stranger's entries, many, and far apart in time.
    await own.exec(`insert into ledger (ledger_entry_time, account_from_id, account_to_id, quantity, vega_time, account_from_balance, account_to_balance)
      select t, '\\x01', '\\x02', 1, t, 0, 0 from generate_series('2023-01-01 00:30:00+00'::timestamptz, '2024-12-31', '1 hour') t; analyze ledger`)
    expect(await read()).toBe(ledgerFile(entries, party.anna))
    const ofLedger = statements.filter(({ sql }) => / ledger l\b/.test(sql))
    expect(ofLedger).toHaveLength(1)
    for (const statement of ofLedger) {
      const { scans, rows } = (await readsOf(own, statement)).get('ledger') ?? { scans: 0, rows: 0 }
      expect(scans).toBe(1)
      expect(rows).toBeLessThanOrEqual(entries.length)
    }
    const missing = await missingLedgerIndexes(db)
    expect(missing).toHaveLength(2)
    await own.exec(missing.join(' '))
    expect(await missingLedgerIndexes(db)).toEqual([])
    expect(await read()).toBe(ledgerFile(entries, party.anna))
    expect(statements.filter(({ sql }) => / ledger l\b/.test(sql)).length).toBeGreaterThan(1)
    await own.close()
  })
})

test('indexes that an operator has dropped under a running service are missed after five minutes', async () => {
  const [database] = databases
  const db = await database?.open()
  if (!db) throw new Error('no database')
  await db.exec('create index one on ledger (account_from_id, ledger_entry_time)')
  await db.exec('create index two on ledger (account_to_id, ledger_entry_time)')
  expect(await missingLedgerIndexes(db)).toEqual([])
  const indexes = await db.rows(`select indexrelid::regclass::text from pg_index i where indrelid = 'ledger'::regclass
    and pg_get_indexdef(indexrelid, 1, true) = 'account_to_id'`)
  for (const [index] of indexes) await db.exec(`drop index ${index}`)
  expect(await missingLedgerIndexes(db)).toEqual([])
  const turned = performance.now() + 5 * 60_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => turned)
  expect(await missingLedgerIndexes(db)).toEqual(['create index on ledger (account_to_id, ledger_entry_time);'])
  expect(await isLedgerBySides(db)).toBe(false)
  await db.exec('alter table ledger add account_id bytea')
  clock.mockImplementation(() => turned + 5 * 60_001)
  expect(await isLedgerBySides(db)).toBe(true)
  clock.mockRestore()
  await db.close()
})

test('any text is the same behind COPY, wherever its pieces are cut', async () => {
  const [database] = databases
  const db = await database?.open()
  if (!db) throw new Error('no database')
  const text = fc.string({
    unit: fc.constantFrom('\\', 'n', 't', '\n', '\t', '\r', '\v', '\b', '\f', '"', 'é', 'N', '.'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.integer({ min: 1, max: 7 }), async (lines, length) => {
      const values = lines.map(
        (line, index) =>
          `(${String(index)}, E'${Array.from(line, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}')`,
      )
      const query =
        lines.length === 0
          ? 'select 1 where false'
          : `select line from (values ${values.join(', ')}) t (at, line) order by at`
      const copied: Uint8Array[] = []
      for await (const piece of db.copy(query)) copied.push(piece)
      const whole = Buffer.concat(copied)
      async function* pieces(): AsyncGenerator<Uint8Array> {
        await Promise.resolve()
        for (let at = 0; at < whole.length; at += length) yield whole.subarray(at, at + length)
      }
      const read: Uint8Array[] = []
      for await (const piece of copiedLines(pieces())) read.push(piece)
      expect(Buffer.concat(read).toString()).toBe(lines.map((line) => `${line}\n`).join(''))
    }),
    { numRuns: 60 },
  )
  await db.close()
})
