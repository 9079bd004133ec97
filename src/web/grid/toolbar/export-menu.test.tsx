// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '../../ui/overlays/toast.tsx'
import { ExportMenu } from './export-menu.tsx'
import { listOfRows, viewOf, type List } from '../../list/list.ts'

interface Row {
  id: string
  amount: string
}
const columns = (['id', 'amount'] as const).map((id) => ({
  id,
  header: id,
  size: 1,
  cell: () => 'shown otherwise',
  text: (row: Row) => row[id],
}))
const rows: readonly Row[] = [
  { id: 'a', amount: '18446744073709551616' },
  { id: 'b', amount: '0.10' },
]
const record = (row: Row) => row

let saved: { name: string; file: Blob }[] = []
beforeEach(() => {
  saved = []
  let last = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    last = file as Blob
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: last })
  })
  HTMLElement.prototype.hidePopover = () => undefined
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const menuOf = (listing: List<Row>) => (
  <>
    <ExportMenu file="rows" columns={columns} listing={listing} record={record} />
    <Toaster />
  </>
)
const entries = (): HTMLElement[] => screen.getAllByText(/CSV|JSON Lines/).map((label) => label.closest('button')!)
const press = (name: RegExp): Promise<void> =>
  act(async () => void fireEvent.click(entries().find((entry) => name.test(entry.textContent))!))
const files = () => vi.waitFor(() => (saved.length > 0 ? saved : Promise.reject(new Error('no file yet'))))
const more = { end: 'more' } as const

test('a file says in its name how many rows it has and whether these are all', async () => {
  render(menuOf(listOfRows(rows)))
  expect(screen.getByText('All rows')).toBeTruthy()
  expect(entries()).toHaveLength(2) // everything is here: nothing else is to be loaded
  await press(/^CSV/)
  const [all] = await files()
  expect(all?.name).toBe('rows-all-2-rows.csv')
  expect(await all?.file.text()).toBe('id,amount\na,18446744073709551616\nb,0.10\n')
  expect(await screen.findByText('2 rows saved as rows-all-2-rows.csv')).toBeTruthy()
})

test('what a filter leaves is not called all', async () => {
  render(menuOf(viewOf(listOfRows(rows), [1])))
  await press(/^JSON Lines/)
  const [matching] = await files()
  expect(matching?.name).toBe('rows-matching-1-rows.jsonl')
  expect(await matching?.file.text()).toBe('{"id":"b","amount":"0.10"}\n')
})

test('what is loaded so far is called loaded, with its count beside the choice', async () => {
  render(menuOf({ ...listOfRows(rows), ...more }))
  expect(entries().map((entry) => entry.textContent)).toEqual([
    'CSV2 rows',
    'JSON Lines2 rows',
    'All as CSVloads the rest first',
    'All as JSON Linesloads the rest first',
  ])
  await press(/^CSV/)
  expect((await files())[0]?.name).toBe('rows-loaded-2-rows.csv')
})

test('all rows are saved when the last of them is here, not before', async () => {
  let done: (loaded: number) => void = () => undefined
  const loadAll = () => new Promise<number>((resolve) => (done = resolve))
  const { rerender } = render(menuOf({ ...listOfRows(rows.slice(0, 1)), ...more, loadAll }))
  await press(/^All as JSON Lines/)
  await act(async () => done(2))
  expect(saved).toEqual([]) // the page has come, but the list does not show it yet
  rerender(menuOf(listOfRows(rows)))
  const [all] = await files()
  expect(all?.name).toBe('rows-all-2-rows.jsonl')
  expect((await all?.file.text())?.trimEnd().split('\n')).toHaveLength(2)
})

test('a list that stopped before its end is never saved as all', async () => {
  const cut = { ...listOfRows(rows), end: 'repeated-cursor' } as const
  const { rerender } = render(menuOf({ ...listOfRows(rows), ...more, loadAll: async () => 2 }))
  await press(/^All as CSV/)
  rerender(menuOf(cut))
  expect(await screen.findByText(/Not all rows could be loaded: 2 rows are here, so nothing was saved/)).toBeTruthy()
  expect(saved).toEqual([])
  expect(entries().at(-1)?.getAttribute('aria-disabled')).toBe('true')
  await press(/^All as CSV/)
  expect(saved).toEqual([])
})

test.each<[string, Partial<List<Row>>]>([
  ['a failed read', { status: 'failed' }],
  ['a read under way', { status: 'waiting' }],
  ['an empty list', {}],
])('%s offers no export of nothing', (_, part) => {
  render(menuOf({ ...listOfRows<Row>([]), ...part }))
  expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true)
  expect(screen.queryByText(/0 rows/, { selector: '[popovertarget]' })).toBeNull()
})
