import { expect, test } from 'vitest'
import { csvOf, fileOf, jsonLinesOf } from './save-file.ts'
import { listOfRows } from './list.ts'

interface Row {
  id: string
  amount: string
}
const columns = [
  { id: 'id', header: 'Id', size: 1, cell: () => '', text: ({ id }: Row) => id },
  { id: 'amount', header: 'Amount', size: 1, cell: () => 'shown otherwise', text: ({ amount }: Row) => amount },
]
const rows = listOfRows<Row>([
  { id: 'a', amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935' },
  { id: 'say "x", twice', amount: '' },
])

test('a file holds exact values, quoted where they must be', () => {
  expect([...csvOf(rows, columns)].join('')).toBe(
    'id,amount\na,115792089237316195423570985008687907853269984665640564039457584007913129639935\n"say ""x"", twice",\n',
  )
})

test('text of a node that a spreadsheet would run as a formula is not run, and negative amounts stay numbers', () => {
  const hostile = listOfRows<Row>([{ id: '=HYPERLINK("http://evil.example")', amount: '-5' }])
  expect([...csvOf(hostile, columns)].at(-1)).toBe(`"'=HYPERLINK(""http://evil.example"")",-5\n`)
})

test('JSON Lines hold one record to a line', () => {
  const lines = [...jsonLinesOf(rows, (row) => row)].join('')
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([rows.at(0), rows.at(1)])
})

test('a file of many parts is the lines in their order', async () => {
  const lines = Array.from({ length: 5001 }, (_, index) => `${index}\n`)
  const file = await fileOf(lines, 'text/csv')
  expect(file.type).toBe('text/csv')
  expect(await file.text()).toBe(lines.join(''))
})
