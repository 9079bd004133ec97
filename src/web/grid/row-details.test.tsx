// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listOfRows } from '../list/list.ts'
import { loadMeanings } from '../entities/meanings.ts'
import { RowDetails } from './row-details.tsx'

interface Row {
  marginMode: string
  marginFactor?: string
  atEpoch: string
  ofTomorrow?: string
}
const rows: readonly Row[] = [
  { marginMode: 'MARGIN_MODE_CROSS_MARGIN', atEpoch: '41', ofTomorrow: 'kept' },
  { marginMode: 'MARGIN_MODE_ISOLATED_MARGIN', marginFactor: '', atEpoch: '7' },
]
const request = 'http://node.example/api/v2/margin-modes?partyId=it%27s'
const record = (row: Row) => row

function show(index: number) {
  const onStep = vi.fn<(row: Row) => void>()
  const onClose = vi.fn<() => void>()
  render(
    <RowDetails
      listing={{ ...listOfRows(rows), requestAt: () => request }}
      index={index}
      record={record}
      optional={['marginFactor']}
      onStep={onStep}
      onClose={onClose}
    />,
  )
  return { onStep, onClose }
}
/** Name, value and meaning of a member, by its name on the wire. */
const fact = (path: string): string[] => {
  const parts = screen.getByTitle(path).parentElement?.children ?? []
  return [...parts].map((part) => part.textContent.trim())
}
beforeAll(loadMeanings)
afterEach(cleanup)

test('every field is listed with meaning and unit, absent ones as absent, unknown ones by name', () => {
  show(0)
  expect(fact('atEpoch')).toEqual(['Set in epoch', '41', 'The epoch in which this mode was recorded. Unit: epoch.'])
  expect(fact('marginFactor').slice(0, 2)).toEqual(['Margin factor', 'not recorded'])
  expect(fact('marginFactor')[2]).toContain('Unit: fraction.')
  expect(fact('marginMode')[2]).toMatch(/^Cross draws on the whole general account/)
  expect(fact('ofTomorrow')).toEqual(['ofTomorrow', 'kept'])
})

test('a text that was sent empty is not called absent', () => {
  show(1)
  expect(fact('marginFactor').slice(0, 2)).toEqual(['Margin factor', 'empty'])
})

test('the record and its request are copied as they are', async () => {
  const write = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
  show(0)
  const copy = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await copy('Copy json as received')
  expect(JSON.parse(write.mock.lastCall?.[0] ?? '')).toEqual(rows[0])
  await copy('Copy request as curl')
  expect(write).toHaveBeenLastCalledWith(`curl --compressed '${request}'`)
})

test('the rows are walked from the drawer, to their ends and not beyond', () => {
  const { onStep, onClose } = show(0)
  const drawer = within(screen.getByRole('complementary', { name: 'Row 1' }))
  expect(drawer.getByText('of 2')).toBeTruthy()
  expect(drawer.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
  fireEvent.click(drawer.getByRole('button', { name: 'Next' }))
  expect(onStep).toHaveBeenLastCalledWith(rows[1])
  fireEvent.click(drawer.getByRole('button', { name: 'Close details' }))
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  show(1)
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
})
