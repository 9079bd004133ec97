import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { multiply, shiftDecimals } from '../../format/amount.ts'
import { ledgerTimeIso } from './ledger-time.ts'
import { type Form, converted } from './csv-for-spreadsheets.ts'
import { fieldsOf } from './csv-scanner.ts'
import { asset, header, party } from '../../../../tests/web/ledger.ts'

const assets = { [asset]: { symbol: '=SUM(A1)', decimals: 6 } }

async function convert(text: string, form: Form, step = 7): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += step) controller.enqueue(bytes.slice(at, at + step))
      controller.close()
    },
  })
  return new Uint8Array(await new Response(converted(source, form)).arrayBuffer())
}

const quote = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const formulaBegins = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/
const number = /^[+-]?\d+(\.\d+)?$/

/** Text as a stranger could write it into a transfer type. */
const wicked = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '+A1',
    '-2+3',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '"=1"',
    ' =1',
    '-',
    '=HYPERLINK("http://x","y")',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
)
const amount = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })

test('no cell is a formula and no number is altered', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ type: wicked, effect: amount, known: fc.boolean(), type8: wicked }), { maxLength: 8 }),
      fc.constantFrom<',' | ';'>(',', ';'),
      async (rows, delimiter) => {
        const other = 'ee'.repeat(32)
        const text = rows.map(({ type, effect, known, type8 }) => {
          const size = effect < 0n ? -effect : effect
          const cells = ['2024-03-01 10:00:00.1+00', size, effect, quote(type), known ? asset : other, '""', party]
          return `${[...cells, quote(type8), size, '', party, 'GENERAL', effect].join(',')}\n`
        })
        const out = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
          await convert(header + text.join(''), { spreadsheet: { assets, delimiter, mark: false }, gzip: false }),
        )
        const table = parse(out, delimiter)
        expect(table).toHaveLength(rows.length + 1)
        for (const [index, { type, effect, known, type8 }] of rows.entries()) {
          const cells = table[index + 1] ?? []
          expect(cells).toHaveLength(ledgerColumns.length + 3)
          for (const cell of cells) if (formulaBegins.test(cell)) expect(cell).toMatch(number)
          const size = effect < 0n ? -effect : effect
          for (const [place, raw] of [
            [1, size],
            [2, effect],
            [8, size],
            [12, effect],
          ] as const) {
            const shown = (cells[place] ?? '').replace(/^'/, '')
            expect(cells[place]?.startsWith("'")).toBe(significant(shown) > 15)
            expect(known ? BigInt(multiply(shown, '1000000').replace(/\.0*$/, '')) : BigInt(shown)).toBe(raw)
            expect(shown).toBe(known ? shiftDecimals(String(raw), 6) : String(raw))
          }
          for (const [place, given] of [
            [3, type],
            [7, type8],
          ] as const) {
            expect([given, `'${given}`]).toContain(cells[place])
          }
          expect(cells.slice(14)).toEqual(known ? ["'=SUM(A1)", '6'] : ['', ''])
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('an amount of 15 digits is a number, one of 16 is text', async () => {
  const rowOf = (amount: string) => `2024-03-01 10:00:00+00,${amount},0,T,d1,"",network,A,0,"",network,B,0\n`
  const text = header + rowOf('123456789012345') + rowOf('1234567890123456')
  const form = { spreadsheet: { assets: {}, delimiter: ',' as const, mark: false }, gzip: false }
  const table = parse(new TextDecoder().decode(await convert(text, form)), ',')
  expect(table.slice(1).map(([, amount]) => amount)).toEqual(['123456789012345', "'1234567890123456"])
})

/** Digits of a number that are not zeros around it, which a spreadsheet needs no room for. */
const significant = (text: string): number => text.replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length

/** A CSV reader of its own: the oracle must not share the code it judges. */
function parse(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[at++]
      else quoted = false
    } else if (char === '"') quoted = true
    else if (char === delimiter || char === '\n') {
      row.push(cell)
      cell = ''
      if (char === '\n') {
        rows.push(row)
        row = []
      }
    } else cell += char
  }
  return rows
}

test('times keep every digit and turn to UTC', () => {
  expect(ledgerTimeIso('2024-03-01 10:00:00.123456+00')).toBe('2024-03-01T10:00:00.123456Z')
  expect(ledgerTimeIso('2024-03-01 00:30:00+05:30')).toBe('2024-02-29T19:00:00Z')
  expect(ledgerTimeIso('soon')).toBe('soon')
})

test('fields lose their quotes', () => {
  expect(fieldsOf('a,"b,""c""",,""')).toEqual(['a', 'b,"c"', '', ''])
  expect(fieldsOf('a,b,')).toEqual(['a', 'b', ''])
})

test('the original form has the same bytes, also after gzip', async () => {
  const text = `${header}x,"y\nz",-5\n`
  expect(new TextDecoder().decode(await convert(text, { gzip: false }))).toBe(text)
  const packed = await convert(text, { gzip: true })
  const unpacked = new Response(new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip')))
  expect(await unpacked.text()).toBe(text)
})

test('the file starts with a byte order mark, names its columns and adds three', async () => {
  const out = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await convert(header, { spreadsheet: { assets, delimiter: ';', mark: true }, gzip: false }),
  )
  expect(out).toBe(`\uFEFFtime_utc;${ledgerColumns.slice(1).join(';')};counterparty;asset_symbol;asset_decimals\n`)
})

test('the spreadsheet form is the same after gzip', async () => {
  const text = `${header}2024-03-01 10:00:00+00,5000000,5000000,TRANSFER_TYPE_WIN,${asset},,network,NETWORK_TREASURY,0,"",${party},GENERAL,7\n`
  const spreadsheet = { assets, delimiter: ';', mark: true } as const
  const plain = await convert(text, { spreadsheet, gzip: false })
  const packed = await convert(text, { spreadsheet, gzip: true })
  expect(packed.slice(0, 2)).toEqual(Uint8Array.of(0x1f, 0x8b))
  const unpacked = new Response(new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip')))
  expect(new Uint8Array(await unpacked.arrayBuffer())).toEqual(plain)
})
