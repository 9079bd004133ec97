import { expect, test } from 'vitest'
import { paceOf } from './burn-rate.ts'
import { record, type Run } from './history.ts'

const look = (minutes: number, used: string, epoch = '7') => ({ at: minutes * 60_000, epoch, used, most: '20' })
const seen = (...looks: ReturnType<typeof look>[]): Run[] => looks.reduce<Run[]>((runs, next) => record(runs, next), [])

test('a pace needs three answers and a counter that grows', () => {
  expect(paceOf(seen(look(0, '10'), look(10, '12')), '7', '20')).toBeUndefined()
  expect(paceOf(seen(look(0, '10'), look(5, '10'), look(10, '12')), '7', '20')).toMatchObject({
    perHour: 12,
    runsOutIn: 40 * 60_000,
    looks: 3,
    span: 600_000,
  })
  expect(paceOf(seen(look(0, '10'), look(5, '10'), look(9, '10')), '7', '20')).toBeUndefined()
  expect(paceOf(seen(look(0, '10'), look(5, '9'), look(9, '8')), '7', '20')).toBeUndefined()
  expect(paceOf(undefined, '7', '20')).toBeUndefined()
})

test('a new epoch starts over', () => {
  const runs = seen(look(0, '1', '6'), look(5, '19', '6'), look(6, '0'), look(9, '0'), look(12, '1'))
  expect(paceOf(runs, '7', '20')).toMatchObject({ perHour: 10 })
  expect(paceOf(runs, '8', '20')).toBeUndefined()
})

test('a test network that began anew under the same epoch lends its pace to nobody', () => {
  expect(paceOf(seen(look(0, '9'), look(1, '12'), look(2, '0'), look(8, '1'), look(14, '2')), '7', '20')).toMatchObject(
    {
      perHour: 10,
      looks: 3,
    },
  )
})

test('a node that lags behind another does not hide the pace', () => {
  const runs = seen(look(0, '10'), look(5, '12'), look(6, '11'), look(10, '12'))
  expect(paceOf(runs, '7', '20')).toMatchObject({ perHour: 12, looks: 4 })
})

test('a reached limit runs out no more', () => {
  expect(paceOf(seen(look(0, '10'), look(1, '15'), look(2, '20')), '7', '20')?.runsOutIn).toBeUndefined()
  expect(paceOf(seen(look(0, '10'), look(1, '15'), look(2, '21')), '7', '20')?.runsOutIn).toBeUndefined()
})

test('only the last hour counts: an old burst says nothing about now', () => {
  const quiet = Array.from({ length: 100 }, (_, index) => look(5 + index, '12'))
  expect(paceOf(seen(look(0, '0'), ...quiet), '7', '20')).toBeUndefined()
  const pace = paceOf(seen(look(0, '0'), ...quiet, look(110, '14')), '7', '20')
  expect(pace?.perHour).toBeCloseTo(2)
})
