import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WritableDb } from '../database/db.ts'
import schema from '../database/schema.sql?raw'
import { openMemory } from '../../../tests/server/support/memory-database.ts'
import { importSegments } from './import-segments.ts'
import { openSegments } from './open-segments.ts'
import { type Screen, showProgress } from './progress.ts'
import {
  type Row,
  type SmallSegment,
  blockTime,
  csvOf,
  writeSegment,
} from '../../../tests/server/support/small-segment.ts'

let directory: string
let db: WritableDb
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lyra-import-'))
  db = await openMemory()
})
const empty = (): Promise<void> => db.exec('drop schema public cascade; create schema public')
/** While tests that leave everything as it was share what is there. */
let isShared = false
beforeEach(() => (isShared ? undefined : empty()))
afterAll(async () => {
  await db.close()
  rmSync(directory, { recursive: true, force: true })
})

const lines: string[] = []
const screen: Screen = { write: (text) => lines.push(...text.split('\n').filter(Boolean)) }

async function imported(parts: SmallSegment[], signal = new AbortController().signal, into = db): Promise<void> {
  const paths: string[] = []
  for (const part of parts) paths.push(await writeSegment(directory, part))
  const segments = await openSegments(paths)
  try {
    lines.length = 0
    await importSegments(into, segments, showProgress(screen), signal)
  } finally {
    for (const segment of segments) segment.close()
  }
}

test('a power cut after "imported" takes nothing back: each archive is on the disk before it is reported', async () => {
  const sync = async (): Promise<void> => {
    const [row] = await db.rows('select count(*)::text from lyra_segments')
    lines.push(`on disk ${row?.[0]}`)
  }
  await imported(
    [
      { from: 1, to: 3 },
      { from: 4, to: 6 },
    ],
    undefined,
    { ...db, sync },
  )
  const order = lines
    .filter((line) => /on disk|imported in/.test(line))
    .map((line) => line.replace(/^.*: | of .*$/g, ''))
  expect(order).toEqual(['on disk 1', 'blocks 1 to 3', 'on disk 2', 'blocks 4 to 6'])
})

/** Everything that is stored, as text. */
async function everything(): Promise<string> {
  const tables = await db.rows(`select tablename from pg_tables where schemaname = 'public' order by 1`)
  let text = ''
  for (const [table] of tables) {
    text += `${table}\n`
    for await (const bytes of db.copy(`select * from ${table} t order by t::text`))
      text += Buffer.from(bytes).toString()
  }
  return text
}

const trade = (height: number, price: number): Row => ({
  synthetic_time: blockTime(height),
  vega_time: blockTime(height),
  seq_num: '0',
  market_id: String.raw`\xaa`,
  price: String(price),
  size: '2',
})
const entry = (height: number): Row => ({
  ledger_entry_time: blockTime(height),
  account_from_id: String.raw`\xa1`,
  account_to_id: String.raw`\xa2`,
  quantity: '1',
  vega_time: blockTime(height),
  account_from_balance: '1',
  account_to_balance: '2',
})
/** The blocks of the second segment, some at other times. */
const blocksOfSecond = (times: Readonly<Record<number, string>>): Row[] =>
  [4, 5, 6, 7, 8, 9].map((height) => ({
    vega_time: times[height] ?? blockTime(height),
    height: String(height),
    hash: String.raw`\xab`,
  }))
const account = (id: string, rest: Row): Row => ({ id, asset_id: String.raw`\x01`, ...rest })
const first: SmallSegment = {
  from: 1,
  to: 3,
  rows: {
    trades: [trade(1, 10), trade(3, 12)],
    accounts: [
      account(String.raw`\xa1`, { party_id: String.raw`\x`, type: '4' }),
      account(String.raw`\xa2`, { market_id: String.raw`\xaa` }),
    ],
    teams: [
      {
        id: String.raw`\xe1`,
        referrer: String.raw`\xe2`,
        name: '"Say ""hi"",\nteam"',
        team_url: '""',
        closed: 'f',
        created_at_epoch: '1',
        created_at: blockTime(1),
        vega_time: blockTime(1),
      },
    ],
  },
}
const second: SmallSegment = {
  from: 4,
  to: 9,
  rows: { trades: [trade(4, 7), trade(9, 8)], accounts: [account(String.raw`\xa3`, {})] },
}

test('segments in any order are appended by height, and the newest gives the current state', async () => {
  await imported([second, first])
  expect(await db.rows('select height_from, height_to, chain_id from lyra_segments order by 1')).toEqual([
    ['1', '3', 'small-1'],
    ['4', '9', 'small-1'],
  ])
  expect(await db.rows('select count(*), min(height), max(height) from blocks')).toEqual([['9', '1', '9']])
  expect(await db.rows('select height from last_block')).toEqual([['9']])
  expect(await db.rows('select id from accounts')).toEqual([['\\xa3']])
  expect(await db.rows('select open, close, high, low, volume, notional from trades_candle_5_minutes')).toEqual([
    ['10', '7', '12', '7', '6', '58'],
    ['8', '8', '8', '8', '2', '16'],
  ])
  expect(lines.at(-1)).toMatch(/^small-1-115-4-9\.zip: blocks 4 to 9 of small-1 imported in \d+\.\d s$/)
  expect(lines.some((line) => /^ {2}trades {2}2 rows {2}\d+\.\d MB\/s {2}0:00$/.test(line))).toBe(true)
})

test('NULL, empty text and empty bytes are kept apart', async () => {
  await imported([first])
  expect(await db.rows('select id, party_id, market_id, type from accounts order by id')).toEqual([
    ['\\xa1', '\\x', null, '4'],
    ['\\xa2', null, '\\xaa', null],
  ])
  expect(await db.rows('select name, team_url, avatar_url from teams')).toEqual([['Say "hi",\nteam', '', null]])
})

test('a second import changes nothing, whichever segments it names', async () => {
  await imported([first, second])
  const before = await everything()
  await imported([first, second])
  expect(lines).toEqual([
    'small-1-115-1-3.zip: blocks 1 to 3 are already imported',
    'small-1-115-4-9.zip: blocks 4 to 9 are already imported',
  ])
  await imported([first])
  await imported([second, second])
  expect(await everything()).toBe(before)
  await imported([first, { from: 10, to: 10 }])
  expect(await db.rows('select height from last_block')).toEqual([['10']])
})

test('indexes and keys are made after the rows of an empty database, the same as before, and stay for what is appended', async () => {
  const indexes = () =>
    db.rows(`select indexdef, conname, pg_get_constraintdef(c.oid)
      from pg_indexes left join pg_constraint c on conindid = indexname::regclass
      where schemaname = 'public' order by 1`)
  await db.exec(schema)
  const before = await indexes()
  const done: string[] = []
  const watched: WritableDb = {
    ...db,
    transaction: (work) =>
      db.transaction((inside) =>
        work({
          ...inside,
          exec: (sql) => (done.push(sql.slice(0, 12)), inside.exec(sql)),
          load: (copyFrom, chunks) => (done.push('copy'), inside.load(copyFrom, chunks)),
        }),
      ),
  }
  await imported([first], undefined, watched)
  expect(await indexes()).toEqual(before)
  const firstCopy = done.indexOf('copy')
  const lastCopy = done.lastIndexOf('copy')
  const [dropped, made, keys] = ['drop index l', 'CREATE INDEX', 'alter table '].map((start) =>
    done.flatMap((text, at) => (text === start ? [at] : [])),
  )
  expect(Math.max(...(dropped ?? []))).toBeLessThan(firstCopy)
  expect(Math.min(...(made ?? []))).toBeGreaterThan(lastCopy)
  // As many keys are made as were dropped.
  expect(keys?.filter((at) => at < firstCopy)).toHaveLength(keys?.filter((at) => at > lastCopy).length ?? 0)
  expect(keys?.length).toBeGreaterThan(20)
  done.length = 0
  await imported([second], undefined, watched)
  expect(done.filter((text) => /index|alter/i.test(text))).toEqual([])
})

test('an import into an empty database that fails leaves its indexes', async () => {
  await db.exec(schema)
  const count = () => db.rows(`select count(*) from pg_indexes where schemaname = 'public'`)
  const before = await count()
  await expect(imported([{ ...first, rows: { trades: [{ ...trade(1, 1), price: 'much' }] } }])).rejects.toThrow('price')
  expect(await count()).toEqual(before)
})

test('a second archive of the same blocks is named, not passed over in silence', async () => {
  await imported([first, first])
  expect(lines.filter((line) => / imported/.test(line)).map((line) => line.replace(/ in .*$/, ''))).toEqual([
    'small-1-115-1-3.zip: blocks 1 to 3 of small-1 imported',
    'small-1-115-1-3.zip: blocks 1 to 3 are already imported',
  ])
})

test('two rows with one key are refused by the name of their table, in an empty database too', async () => {
  const twice = { trades: [trade(1, 5), trade(1, 6)] }
  await expect(imported([{ ...first, rows: twice }])).rejects.toThrow(
    /^small-1-115-1-3\.zip: the database refused the table trades: .*"trades_pkey"\.$/,
  )
  expect(await db.rows('select * from trades')).toEqual([])
  await imported([first])
  const again = { trades: [trade(4, 5), trade(4, 6)] }
  await expect(imported([{ ...second, rows: again }])).rejects.toThrow(/refused the table trades: .*"trades_pkey"\.$/)
})

const refused: [string, SmallSegment[], string][] = [
  ['a gap', [first, { from: 6, to: 7 }], 'small-1-115-6-7.zip starts at block 6, but small-1-115-1-3.zip ends at 3'],
  ['an overlap', [first, { from: 3, to: 7 }], 'small-1-115-3-7.zip holds blocks 3 to 7, of which some are in small-1'],
  ['another chain', [first, { from: 4, to: 5, chainId: 'other' }], 'other-115-4-5.zip is of the chain other'],
  ['a missing table', [{ ...first, files: { 'currentstate/epochs': undefined } }], 'the table currentstate/epochs'],
]
test.each(refused)('%s is refused by name before anything is changed', async (_, parts, sentence) => {
  await expect(imported(parts)).rejects.toThrow(sentence)
  const [made] = await db.rows(`select to_regclass('lyra_segments') is not null`)
  if (made?.[0] === 't') expect(await db.rows('select * from lyra_segments')).toEqual([])
})

test.each([
  ['a gap to what is stored', { from: 5, to: 7 }, 'the segment that starts at block 4 is missing'],
  ['an overlap with what is stored', { from: 2, to: 7 }, 'some are in what is already imported'],
  [
    'another chain than the stored one',
    { from: 4, to: 7, chainId: 'other' },
    'cannot be joined to the data of small-1',
  ],
])('%s is refused', async (_, part, sentence) => {
  await imported([first])
  const before = await everything()
  await expect(imported([part])).rejects.toThrow(sentence)
  expect(await everything()).toBe(before)
})

const asset = (decimals: string, id = String.raw`\x01`): Row => ({
  id,
  name: 'Coin',
  symbol: 'C',
  decimals,
  lifetime_limit: '0',
  withdraw_threshold: '0',
  status: 'STATUS_ENABLED',
  vega_time: blockTime(4),
})
const blocksCsv = csvOf('blocks', [])
const block = (height: number): Row => ({ vega_time: blockTime(height), height: String(height), hash: '\\x' })
/** Letters that a zip archive does not shrink beyond belief. */
const noise = (count: number): string => randomBytes(count / 2).toString('hex')
const broken: [string, SmallSegment, string][] = [
  [
    'a missing column',
    { ...second, files: { 'history/blocks': 'vega_time,height\n' } },
    'small-1-115-4-9.zip has no column "hash" in its table blocks.',
  ],
  [
    'an unknown column',
    { ...second, files: { 'currentstate/teams': csvOf('teams', []).replace('\n', ',colour\n') } },
    'has a column "colour" in its table teams, which schema 115 does not know.',
  ],
  [
    'a column twice',
    { ...second, files: { 'history/blocks': 'vega_time,height,hash,height\n' } },
    'the column "height" more than once in its table blocks',
  ],
  ['no header', { ...second, files: { 'history/blocks': '' } }, 'the table blocks has no header line'],
  [
    'rows of other lengths',
    { ...second, files: { 'history/blocks': `${blocksCsv}2024-03-01 00:04:00+00,4\n` } },
    'the table blocks has 2 fields in line 2 where its header has 3.',
  ],
  [
    'a quote that never closes',
    { ...second, files: { 'currentstate/teams': `${csvOf('teams', [])}"` } },
    'the table teams ends inside a quoted field of row 1.',
  ],
  [
    'a value of another type',
    { ...second, rows: { ...second.rows, trades: [{ ...trade(4, 1), price: 'cheap' }] } },
    'the table trades has "cheap" in line 2, column price, where a whole number of zero or more belongs.',
  ],
  [
    'a value that the database cannot read',
    { ...second, rows: { teams: (first.rows?.['teams'] ?? []).map((team) => ({ ...team, closed: 'perhaps' })) } },
    'the database refused the table teams, column closed: invalid input syntax for type boolean: "perhaps".',
  ],
  [
    'a NULL where there must be a value',
    { ...second, rows: { party_margin_modes: [{ market_id: String.raw`\x01` }] } },
    'the database refused the table party_margin_modes: null value in column "party_id"',
  ],
  [
    'an asset of more decimals than any amount has digits',
    { ...second, rows: { assets: [asset('5000000')] } },
    'the table assets has "5000000" in column decimals, where a whole number from 0 to 78 belongs.',
  ],
  [
    'an asset of decimals below zero',
    { ...second, rows: { assets: [asset('18'), asset('-1', String.raw`\x02`)] } },
    'the table assets has "-1" in column decimals, where a whole number from 0 to 78 belongs.',
  ],
  [
    'another chain inside',
    { ...second, rows: { chain: [{ id: 'other', onerow_check: 't' }] } },
    'says it is of small-1, but its table chain says other.',
  ],
  [
    'another last block inside',
    { ...second, rows: { last_block: [{ onerow_check: 't', vega_time: blockTime(8), height: '8', hash: '\\x' }] } },
    'says that it ends at block 9, but its table last_block says 8.',
  ],
  [
    'blocks of other heights',
    { ...second, rows: { blocks: [{ vega_time: blockTime(50), height: '50', hash: '\\x' }] } },
    'small-1-115-4-9.zip: the table blocks has "50" in line 2, column height, where 4 follows.',
  ],
  [
    'a missing block',
    { ...second, rows: { blocks: [4, 5, 7, 8, 9].map(block) } },
    'small-1-115-4-9.zip: the table blocks has "7" in line 4, column height, where 6 follows.',
  ],
  [
    'blocks that end too early',
    { ...second, rows: { blocks: [4, 5].map(block) } },
    'says that it holds blocks 4 to 9, but its table blocks has 2 rows.',
  ],
  [
    'a price that is no number',
    { ...second, rows: { ...second.rows, trades: [trade(4, 1), { ...trade(5, 1), price: 'NaN' }] } },
    'small-1-115-4-9.zip: the table trades has "NaN" in line 3, column price, where a whole number of zero or more belongs.',
  ],
  [
    'a negative price',
    { ...second, rows: { ...second.rows, trades: [trade(4, -7)] } },
    'small-1-115-4-9.zip: the table trades has "-7" in line 2, column price, where a whole number of zero or more belongs.',
  ],
  [
    'a time without end',
    { ...second, rows: { ...second.rows, trades: [{ ...trade(4, 1), synthetic_time: 'infinity' }] } },
    'the table trades has "infinity" in line 2, column synthetic_time, where a time of the years 1678 to 2261 belongs',
  ],
  [
    'a time that no 64-bit nanoseconds hold',
    { ...second, rows: { ...second.rows, trades: [{ ...trade(4, 1), vega_time: '2300-01-01 00:00:00+00' }] } },
    'the table trades has "2300-01-01 00:00:00+00" in line 2, column vega_time, where a time of the years 1678 to 2261 belongs',
  ],
  [
    'a year of five digits',
    { ...second, rows: { ...second.rows, trades: [{ ...trade(4, 1), synthetic_time: '20240-03-01 00:00:00+00' }] } },
    'where a time of the years 1678 to 2261 belongs',
  ],
  // The database would take each of these for another time, or for one that depends on its zone.
  ...['2024-03-01 00:04:00', '2024-03-01 00:04', '2024-03-01 00:04:00.1234567+00', '2024-03-01 05:34:00+05:30'].map(
    (time): [string, SmallSegment, string] => [
      `a time that no node writes (${time})`,
      { ...second, rows: { ...second.rows, trades: [{ ...trade(4, 1), synthetic_time: time }] } },
      `the table trades has "${time}" in line 2, column synthetic_time, where a time of the years 1678 to 2261 belongs, written as`,
    ],
  ),
  [
    'a factor of which the database would round digits away',
    { ...second, rows: { party_margin_modes: [{ margin_factor: '0.12345678901234567' }] } },
    'has "0.12345678901234567" in line 2, column margin_factor, where a decimal number of zero or more belongs, with 16',
  ],
  [
    'a trade after the last block',
    { ...second, rows: { ...second.rows, trades: [trade(4, 1), trade(40, 1)] } },
    'small-1-115-4-9.zip: 1 rows of the table trades have a synthetic_time or vega_time outside of its blocks (',
  ],
  [
    'a trade of an earlier segment',
    { ...second, rows: { ...second.rows, trades: [{ ...trade(4, 1), synthetic_time: blockTime(2) }] } },
    '1 rows of the table trades have a synthetic_time or vega_time outside of its blocks (',
  ],
  [
    'a ledger entry before the first block',
    { ...second, rows: { ...second.rows, ledger: [{ ...entry(4), vega_time: blockTime(1) }] } },
    '1 rows of the table ledger have a ledger_entry_time or vega_time outside of its blocks (',
  ],
  [
    'a state that is later than its blocks',
    {
      ...second,
      rows: { ...second.rows, parties: [{ id: `\\x${'ab'.repeat(32)}`, tx_hash: '\\xab', vega_time: blockTime(99) }] },
    },
    'small-1-115-4-9.zip: the table parties has 2024-03-01 01:39:00+00 in its column vega_time, after those of its blocks (',
  ],
  [
    'blocks that go back in time',
    { ...second, rows: { ...second.rows, blocks: blocksOfSecond({ 6: blockTime(4).replace(':00+', ':30+') }) } },
    'small-1-115-4-9.zip: block 6 is not later than the one before it.',
  ],
  [
    'text where an id belongs',
    { ...second, rows: { ...second.rows, accounts: [account('savings', {})] } },
    'the table accounts has "savings" in line 2, column id, where an id belongs: \\x and 64 hexadecimal digits.',
  ],
  [
    'an id that lost its beginning',
    { ...second, rows: { ...second.rows, accounts: [account('ab'.repeat(32), {})] } },
    'column id, where an id belongs: \\x and 64 hexadecimal digits.',
  ],
  [
    'an id of 31 bytes',
    { ...second, rows: { ...second.rows, accounts: [account(`\\x${'ab'.repeat(31)}`, {})] } },
    'column id, where an id belongs: \\x and 64 hexadecimal digits.',
  ],
  [
    'an epoch that no 64-bit integer holds',
    {
      ...second,
      rows: {
        ...second.rows,
        party_margin_modes: [
          { market_id: '\\xaa', party_id: '\\xbb', margin_mode: '1', at_epoch: '12345678901234567890' },
        ],
      },
    },
    'the table party_margin_modes has more than 19 bytes in line 2, column at_epoch.',
  ],
  [
    'a byte order mark',
    { ...second, files: { 'currentstate/chain': `\ufeff${csvOf('chain', [{ id: 'small-1', onerow_check: 't' }])}` } },
    'small-1-115-4-9.zip: the table chain begins with a byte order mark in line 1: another program saved it',
  ],
  [
    'line ends of a spreadsheet',
    {
      ...second,
      files: { 'currentstate/chain': csvOf('chain', [{ id: 'small-1', onerow_check: 't' }]).replaceAll('\n', '\r\n') },
    },
    'small-1-115-4-9.zip: the table chain has CR LF line ends, as in line 1: another program saved it',
  ],
  [
    'heights that no 64-bit integer holds',
    { ...second, metadata: { HeightTo: '9223372036854775808' } },
    'says that it ends at block 9223372036854775808, above 9223372036854775807.',
  ],
  [
    'a name of megabytes',
    { ...second, rows: { teams: (first.rows?.['teams'] ?? []).map((team) => ({ ...team, name: noise(3_000_000) })) } },
    'small-1-115-4-9.zip: the table teams has more than 16384 bytes in line 2, column name.',
  ],
]
describe('after a first archive', () => {
  let before: string
  beforeAll(async () => {
    await empty()
    await imported([first])
    before = await everything()
    isShared = true
  })
  afterAll(() => void (isShared = false))

  test.each(broken)('%s is one clear sentence, and the database stays as it was', async (_, part, sentence) => {
    const failure = imported([part])
    await expect(failure).rejects.toMatchObject({ name: 'SegmentError' })
    await expect(failure).rejects.toThrow(sentence)
    await expect(failure).rejects.toThrow(/^[^\n]+\.$/)
    expect(await everything()).toBe(before)
  })
})

test('an archive of another schema says so, and is imported where its tables are those known', async () => {
  await imported([{ ...first, metadata: { DatabaseVersion: 120 } }])
  expect(lines[0]).toBe('small-1-115-1-3.zip: of schema 120; its tables must be those of 115, which is known here')
  expect(await db.rows('select count(*) from trades')).toEqual([['2']])
})

test('an archive whose entries have no account says so: every export would lack them without a word', async () => {
  const ledger = [entry(1), entry(2)]
  const accounts = [account(String.raw`\xa1`, {})]
  await imported([{ ...first, rows: { ledger, accounts } }])
  expect(lines).toContain('small-1-115-1-3.zip: exports lack 2 entries, whose accounts are missing')
})

test('a failure in the second of two segments keeps the first', async () => {
  await expect(imported([first, { ...second, files: { 'currentstate/teams': 'id\n' } }])).rejects.toThrow('teams')
  expect(await db.rows('select height_to from lyra_segments')).toEqual([['3']])
  expect(await db.rows('select count(*) from trades')).toEqual([['2']])
})

test('cancelling in the middle leaves the database as it was', async () => {
  await imported([first])
  const before = await everything()
  const controller = new AbortController()
  const segments = await openSegments([await writeSegment(directory, second)])
  const progress = showProgress(screen)
  const importing = importSegments(
    db,
    segments,
    {
      ...progress,
      loaded: (table, rows, bytes) => {
        progress.loaded(table, rows, bytes)
        if (table === 'teams') controller.abort(new Error('Cancelled.'))
      },
    },
    controller.signal,
  )
  await expect(importing).rejects.toThrow('Cancelled.')
  expect(await everything()).toBe(before)
  for (const segment of segments) segment.close()
})

test('a database of another application is refused, and so are data that were not imported', async () => {
  await db.exec('create table theirs (id int)')
  await expect(imported([first])).rejects.toThrow('tables that Lyra did not make')
  await db.exec('drop table theirs')
  await imported([first])
  await db.exec('delete from lyra_segments')
  await expect(imported([first])).rejects.toThrow('The data are those of small-1, which were not imported')
})

test('on a terminal one line is redrawn, with table, rows, rate and time', async () => {
  let time = 0
  let shown = ''
  const terminal: Screen = { isTTY: true, columns: 100, write: (text) => (shown += text) }
  const progress = showProgress(terminal, () => time)
  const [segment] = await openSegments([await writeSegment(directory, first)])
  if (!segment) throw new Error('no segment')
  progress.started(segment, 4_000_000)
  time = 61_000
  progress.loading('trades', 1_234_567, 2_000_000)
  expect(shown).toBe(
    '\r\x1b[K[==========          ]  50 %  trades  1,234,567 rows  0.0 MB/s  1:01  small-1-115-1-3.zip',
  )
  time = 61_050
  progress.loading('trades', 2_000_000, 3_000_000)
  expect(shown).not.toContain('2,000,000')
  progress.finished(segment)
  expect(shown.endsWith('\r\x1b[Ksmall-1-115-1-3.zip: blocks 1 to 3 of small-1 imported in 61.0 s\n')).toBe(true)
  segment.close()
})

test('rows in memory are not written to a log too; before a sync they are, or a power cut would leave empty tables', async () => {
  const logged = async (into: WritableDb): Promise<number> => {
    await db.exec(`drop schema public cascade; create schema public; ${schema}; checkpoint`)
    const end = async () => Number((await db.rows("select (pg_current_wal_lsn() - '0/0')::text"))[0]?.[0])
    const before = await end()
    await imported([{ from: 1, to: 40_000 }], undefined, into)
    expect(await db.rows('select count(*)::text from blocks')).toEqual([['40000']])
    return (await end()) - before
  }
  const withoutSync = await logged(db)
  expect(await logged({ ...db, sync: () => Promise.resolve() })).toBeGreaterThan(withoutSync + 500_000)
})
