import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { header, type Movement, openLimiterPort, party, csvRowsOf } from '../../../../tests/web/ledger.ts'
import { computedClosing } from '../rows/ledger-totals.ts'
import { LedgerEngine } from './ledger-engine.ts'

afterEach(() => vi.unstubAllGlobals())

const start = Date.UTC(2024, 2, 1, 10) * 1000
const second = 1_000_000

/** A ledger in which no two entries that move something are equal. */
const ledgerOf = (count: number): string =>
  header +
  csvRowsOf(
    Array.from({ length: count }, (_, at): Movement => ({
      time: start + Math.floor(at / 3) * second,
      entry: start + at,
      quantity: 10n ** 18n * 3n + BigInt(at * 7919 + 1) * 1_000_003n ** 2n,
      type: 'TRANSFER_TYPE_MTM_WIN',
      kind: (['in', 'own', 'out'] as const)[at % 3]!,
    })),
  ).join('')

const linesOf = (text: string): string[] => text.trimEnd().split('\n')
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** A file that is handed out in pieces of so many bytes. */
function inPieces(file: string | Uint8Array<ArrayBuffer>, size: number): Blob {
  const blob = new Blob([file])
  let at = 0
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        if (at < blob.size) controller.enqueue(new Uint8Array(await blob.slice(at, (at += size)).arrayBuffer()))
        else controller.close()
      },
    })
  return Object.assign(blob, { stream })
}

async function read(file: string | Uint8Array<ArrayBuffer> | Blob, owner?: string) {
  const engine = await LedgerEngine.open({
    party: owner,
    sinks: { rows: true },
    isChecked: true,
    limiter: openLimiterPort(),
    onProgress: () => {},
  })
  const result = await engine.readFile(file instanceof Blob ? file : new Blob([file]))
  return { engine, result, summary: engine.rows.summary(), words: result.findings.map(({ words }) => words).join('\n') }
}

type Read = Awaited<ReturnType<typeof read>>

/** What the page computes: sums in all, and every account that it says it can check. */
const figuresOf = ({ summary }: Read) => ({
  sums: summary?.totals.cells.map(({ in: come, out }) => [come, out].join()).toSorted(),
  accounts: summary?.totals.accounts
    .map(({ asset: of, market, type, opening, in: come, out, closing }) =>
      [of, market, type, opening, come, out, closing].join(),
    )
    .toSorted(),
})

/** Whether the page says, in its verdict, that something is wrong or cannot be told. */
const isNamed = ({ result }: Read): boolean =>
  result.error !== undefined || result.facts.flaw !== undefined || result.findings.some(({ state }) => state !== 'info')

const changed = (row: number, column: number, value: (cell: string) => string) => (text: string) => {
  const lines = linesOf(text)
  const cells = lines[row]!.split(',')
  lines[row] = cells.with(column, value(cells[column]!)).join(',')
  return textOf(lines)
}
const cells =
  (change: (cell: string, row: number) => string, separator = ',') =>
  (text: string) =>
    textOf(
      linesOf(text).map((line, row) =>
        line
          .split(',')
          .map((cell) => change(cell, row))
          .join(separator),
      ),
    )
const utf16 = (text: string, little: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return new Uint8Array(little ? bytes : bytes.swap16())
}

/** Ways of saving that keep every value. */
const understood: Record<string, (text: string) => string | Uint8Array<ArrayBuffer>> = {
  'CR LF line ends': (text) => text.replaceAll('\n', '\r\n'),
  'CR line ends': (text) => text.replaceAll('\n', '\r'),
  'doubled line ends': (text) => text.replaceAll('\n', '\r\r\n'),
  'a byte order mark': (text) => `\uFEFF${text}`,
  'no line end after the last row': (text) => text.slice(0, -1),
  'blank lines at the end': (text) => `${text}\n\n`,
  'semicolons between columns': cells((cell) => cell, ';'),
  'tabs between columns': cells((cell) => cell, '\t'),
  'a separator line of spreadsheets': (text) => `sep=;\n${cells((cell) => cell, ';')(text)}`,
  'every field in quotes': cells((cell) => (cell.startsWith('"') ? cell : `"${cell}"`)),
  'UTF-16, little endian': (text) => utf16(text, true),
  'UTF-16, big endian': (text) => utf16(text, false),
  'another order of columns': (text) => textOf(linesOf(text).map((line) => line.split(',').toReversed().join(','))),
  'a column of line numbers': (text) => textOf(linesOf(text).map((line, at) => `${at === 0 ? '' : at - 1},${line}`)),
  'times of ISO 8601': cells((cell, row) =>
    row > 0 && / \d\d:/.test(cell) ? cell.replace(' ', 'T').replace('+00', 'Z') : cell,
  ),
  'times of pandas': cells((cell, row) =>
    row > 0 && / \d\d:/.test(cell) ? cell.replace('+00', '.000000+00:00') : cell,
  ),
}

test.each(Object.keys(understood))('a file saved with %s has the figures of the original', async (name) => {
  const text = ledgerOf(12)
  const original = await read(text)
  const again = await read(understood[name]!(text))
  expect(again.result).toMatchObject({ ending: 'whole', party, facts: { rows: 12, flaw: undefined } })
  expect(isNamed(again)).toBe(false)
  expect(figuresOf(again)).toEqual(figuresOf(original))
  expect(again.summary?.whole).toEqual(original.summary?.whole)
  expect(again.summary?.largest.map(({ line }) => line.split(',')[1])).toEqual(
    original.summary?.largest.map(({ line }) => line.split(',')[1]),
  )
})

test.each(Object.keys(understood))('a file saved with %s is read whole, however its bytes are cut', async (name) => {
  const text = ledgerOf(12)
  const original = await read(text)
  for (const size of [2, 7, 1001]) {
    const again = await read(inPieces(understood[name]!(text), size))
    expect(again.result, `pieces of ${size}`).toMatchObject({ ending: 'whole', facts: { rows: 12, flaw: undefined } })
    expect(figuresOf(again), `pieces of ${size}`).toEqual(figuresOf(original))
  }
})

test('a row that is not understood is not told again as a balance that does not follow', async () => {
  const { words } = await read(changed(5, 1, () => '')(ledgerOf(12)))
  expect(words).toContain('no whole number')
  expect(words).not.toContain('not follow')
})

test('equal rows of one block that move nothing are no repeat', async () => {
  const nothing: Movement = { time: start, entry: start, quantity: 0n, type: 'TRANSFER_TYPE_MTM_WIN', kind: 'in' }
  expect(isNamed(await read(header + csvRowsOf([nothing, nothing]).join('')))).toBe(false)
})

/** Changes that lose something, and the words in which the verdict names them. */
const named: Record<string, [words: RegExp, change: (text: string) => string]> = {
  'scientific notation': [
    /^Row 5: quantity is "5.1E\+21": digits were lost by the program that saved it/,
    changed(5, 1, () => '5.1E+21'),
  ],
  'scientific notation with a comma': [/digits were lost/, changed(5, 8, () => '"1,03712E+11"')],
  'an id in scientific notation': [/digits were lost/, changed(5, 4, () => '1.2E+63')],
  'thousands separators': [/no whole number/, changed(5, 1, () => '"5,119,252"')],
  decimals: [/no whole number/, cells((cell, row) => (row > 0 && /^\d+$/.test(cell) ? `${cell}.0` : cell))],
  'a line break within a field': [/a line break in it/, changed(5, 5, () => '"\n"')],
  'an amount that is missing': [/no whole number/, changed(5, 1, () => '')],
  'times of a spreadsheet': [
    /no time of an export/,
    cells((cell, row) => (row > 0 && / \d\d:/.test(cell) ? '01.03.2024 10:00' : cell)),
  ],
  'times without their offset': [/no time of an export/, cells((cell) => cell.replace(/\+00$/, ''))],
  'two exports in one file': [
    /Row 13 is a second header: the file holds two exports.*\n12 rows .*all of them overlap/,
    (text) => text + text,
  ],
  'newest rows first': [
    /not in the order of time/,
    (text) => textOf([header.trim(), ...linesOf(text).slice(1).toReversed()]),
  ],
  'rows sorted by amount': [
    /not in the order of time/,
    (text) =>
      textOf([
        header.trim(),
        ...linesOf(text)
          .slice(1)
          .toSorted((a, b) => a.split(',')[2]!.localeCompare(b.split(',')[2]!)),
      ]),
  ],
  'a row that is there twice': [
    /Row 6: the same as an earlier row/,
    (text) => textOf(linesOf(text).toSpliced(5, 0, linesOf(text)[5]!)),
  ],
  'rows that are missing': [/do(es)? not follow/, (text) => textOf(linesOf(text).toSpliced(5, 1))],
  'rows of another party': [
    /^Row 13: of another party/,
    (text) => text + linesOf(text)[1]!.replaceAll(party, 'ab'.repeat(32)) + '\n',
  ],
  'the other side of a transfer': [
    /does not fit the quantity and the party/,
    changed(3, 2, (cell) => cell.replace('-', '')),
  ],
  'amounts rounded to 15 digits': [
    /ends in zeros/,
    cells((cell) =>
      /^-?\d{16,}$/.test(cell) ? cell.replace(/(?<=^-?\d{15})\d+$/, (tail) => '0'.repeat(tail.length)) : cell,
    ),
  ],
}

test.each(Object.keys(named))('a file with %s is never counted in silence', async (name) => {
  const [words, change] = named[name]!
  const changedFile = await read(change(ledgerOf(12)))
  expect(changedFile.words).toMatch(words)
  expect(isNamed(changedFile)).toBe(true)
})

test('round amounts of a whole file are not called rounded', async () => {
  const movement = (at: number): Movement => ({
    time: start + at * second,
    entry: start + at,
    quantity: 10n ** 21n * BigInt(at + 1),
    type: 'TRANSFER_TYPE_DEPOSIT',
    kind: 'in',
  })
  const deposits = header + csvRowsOf([movement(0), movement(1)]).join('')
  const held = (row: number, balance: bigint) => changed(row, 12, () => String(balance))
  const { words } = await read(held(2, 3n * 10n ** 21n)(held(1, 10n ** 21n)(deposits)))
  expect(words).not.toMatch(/ends in zeros/)
})

/** Files that are not read at all. */
const refused: Record<string, [words: RegExp, file: string]> = {
  'an empty file': [/^Not a ledger export: the file is empty/, ''],
  'a blank file': [/^Not a ledger export/, '\n\n'],
  'a web page': [/^Not a ledger export: it begins "<!doctype html>".*Open a CSV/, '<!doctype html>\n<html></html>\n'],
  'another table': [/^Not a ledger export/, 'date;amount\n1;2\n'],
  'a file without its header': [/no header in its first line/, textOf(linesOf(ledgerOf(3)).slice(1))],
  'a file that was sorted with its header': [/no header in its first line/, textOf(linesOf(ledgerOf(3)).toSorted())],
  'an error of the node': [/^Internal error$/, '{"error":{"code":13,"message":"Internal error","details":[]}}'],
}

test.each(Object.keys(refused))('%s is no ledger export, and says why', async (name) => {
  const [words, file] = refused[name]!
  const { result, summary } = await read(file)
  expect(result.error?.message).toMatch(words)
  expect(result.facts.rows).toBe(0)
  expect(summary).toBeUndefined()
})

describe('an account whose digits were lost', () => {
  test('is marked as one that cannot be checked, beside others that can', async () => {
    const { summary } = await read(changed(3, 12, () => '1E+9')(changed(3, 8, () => '1E+40')(ledgerOf(12))))
    const accounts = summary?.totals.accounts ?? []
    expect(accounts.map(({ type, unread }) => [type, unread])).toEqual([
      ['GENERAL', 0],
      ['MARGIN', 1],
    ])
    expect(summary?.curves.map(({ type }) => type)).toEqual(['GENERAL'])
  })

  test('and what was not understood is in no sum', async () => {
    const lost = await read(named['times of a spreadsheet']![1](ledgerOf(12)))
    expect(lost.result.counts).toEqual({ rows: 12, understood: 0 })
    expect(lost.summary?.totals).toMatchObject({ cells: [], unread: 12 })
    expect(lost.summary?.largest).toEqual([])
  })

  test('and so is every account where rows are in another order', async () => {
    const { summary } = await read(named['newest rows first']![1](ledgerOf(12)))
    expect(summary?.totals.accounts.every(({ unread }) => unread > 0)).toBe(true)
    expect(summary?.curves).toEqual([])
  })
})

test('the hash is of the file itself, whatever its line ends are', async () => {
  const text = ledgerOf(3).replaceAll('\n', '\r\n')
  const { result } = await read(text)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  expect(result.sha256).toBe([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  expect(result.facts.bytes).toBe(text.length)
})

const movement = fc.record({
  gap: fc.constantFrom(0, 1, 400_000, 90 * second),
  quantity: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 3n })),
  kind: fc.constantFrom('in' as const, 'out' as const, 'own' as const),
})

/** Random ledgers: times never go back, and each entry that moves something differs from the others. */
const ledger = fc.array(movement, { minLength: 2, maxLength: 25 }).map((given) => {
  let time = start
  const movements = given.map(({ gap, quantity, kind }, at): Movement => {
    time += gap
    return {
      time,
      entry: time,
      quantity: quantity === 0n ? 0n : quantity * 100n + BigInt(at),
      type: 'TRANSFER_TYPE_WIN',
      kind,
    }
  })
  return header + csvRowsOf(movements).join('')
})

const rowsOnly = (change: (rows: string[], at: number) => string[]) => (text: string, at: number) => {
  const [head = '', ...rows] = linesOf(text)
  return textOf([head, ...change(rows, at)])
}

/** Everything that a program, a mail gateway or a person may do to a file; `at` chooses where. */
const mutations: Record<string, (text: string, at: number) => string | Uint8Array<ArrayBuffer>> = {
  ...understood,
  decimals: (text) => named['decimals']![1](text),
  'times of a spreadsheet': (text) => named['times of a spreadsheet']![1](text),
  'two exports in one file': (text) => text + text,
  'amounts rounded to 15 digits': (text) => named['amounts rounded to 15 digits']![1](text),
  'lost digits anywhere': rowsOnly((rows, at) =>
    rows.map((row, place) => (place === at % rows.length ? row.replace(/(\d)(\d{3,})/, '$1.$2E+40') : row)),
  ),
  'cut at any byte': (text, at) => text.slice(0, header.length + (at % (text.length - header.length))),
  'rows sorted': rowsOnly((rows) => rows.toSorted((a, b) => a.slice(30).localeCompare(b.slice(30)))),
  'rows reversed': rowsOnly((rows) => rows.toReversed()),
  'a part appended again without its header': rowsOnly((rows, at) => [...rows, ...rows.slice(at % rows.length)]),
  'a row repeated': rowsOnly((rows, at) => rows.toSpliced(at % rows.length, 0, rows[at % rows.length]!)),
  'repeated rows removed': rowsOnly((rows) => [...new Set(rows)]),
  // The first and the last movement of an account can be missing without a trace.
  'a row removed': rowsOnly((rows, at) => {
    const sameAs = (row: string) => (other: string) =>
      other.split(',')[7] === row.split(',')[7] && other.split(',')[11] === row.split(',')[11]
    const within = rows.filter(
      (row, place) => rows.slice(0, place).some(sameAs(row)) && rows.slice(place + 1).some(sameAs(row)),
    )
    return rows.toSpliced(within.length === 0 ? rows.length : rows.indexOf(within[at % within.length]!), 1)
  }),
  'a line wrapped': (text, at) => {
    const place = header.length + (at % (text.length - header.length))
    return `${text.slice(0, place)}\n${text.slice(place)}`
  },
  'quoted-printable': (text) => text.replaceAll('=', '=3D').replaceAll(/(.{70})/g, '$1=\n'),
  'a footer appended': (text) => `${text}-- \nThis mail was scanned.\n`,
}

/** Rows may be cut off at either end without a trace: of these, only what is left is in the figures. */
const isPart = (whole: string, part: unknown): boolean =>
  typeof part === 'string' && whole.slice(header.length).includes(textOf(linesOf(part).slice(1)))

test('whatever is done to a file, its figures are those of the original or the verdict names what was not understood', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, fc.constantFrom(...Object.keys(mutations)), fc.nat(), async (text, name, at) => {
      const file = mutations[name]!(text, at)
      const [original, again] = [await read(text, party), await read(file, party)]
      if (isNamed(again) || again.words.includes('no line end')) return
      const expected = isPart(text, file) ? await read(file, party) : original
      expect(figuresOf(again)).toEqual(figuresOf(expected))
      for (const account of again.summary?.totals.accounts ?? []) expect(computedClosing(account)).toBe(account.closing)
    }),
    { numRuns: 200 },
  )
})

const message = (text: string): string =>
  `${JSON.stringify({ result: { contentType: 'text/csv', data: btoa(text) } })}\n`

test.each([
  ['a list of records', '[\n  {"ledgerEntries": {}}\n]', 'Line 2 of the file has no valid "result".'],
  [
    'a piece whose data were edited',
    `${message(header)}{"result":{"data":"%%%"}}\n`,
    'Line 2 of the file has no valid "result.data".',
  ],
  ['a member of another kind', '{"result":{"data":7}}', 'Line 1 of the file has no valid "result.data".'],
  ['an error of another kind', '{"error":"away"}', 'Line 1 of the file has no valid "error".'],
  ['what is no JSON', '{"result": nothing}', 'Line 1 of the file is not JSON.'],
  ['a piece that is cut', `${message(header)}\n{"result":`, 'The file ends inside line 3.'],
])('a fault of a JSON file is told by its line and field, not as a message of the node: %s', async (_, text, words) => {
  const { ending, error } = (await read(text)).result
  expect(ending).toBe('cut')
  expect(error?.message).toBe(words)
})
