import { expect, test } from 'vitest'
import { isOperation } from './protocol/operation.ts'
import { allOperations, isServicePath, operationPrefixes, operations } from './operations.ts'

const files = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts', '!./operations.ts', '!./index.ts'], {
  eager: true,
})

test('each operation that a file of the wire exports is recorded under the name of that file', () => {
  const found = Object.entries(files).flatMap(([path, exported]) => {
    const named = Object.entries(exported).filter(([, value]) => isOperation(value))
    return named.length > 0 ? [[path.slice(2, -3), Object.fromEntries(named)]] : []
  })
  expect(operations).toEqual(Object.fromEntries(found))
})

test('names and paths of operations are unique', () => {
  expect(new Set(allOperations.map(({ name }) => name)).size).toBe(allOperations.length)
  expect(new Set(allOperations.map(({ path }) => path.replace(/:\w+/g, ':'))).size).toBe(allOperations.length)
})

test('the interface has its prefixes, everything else is the dashboard', () => {
  expect([...operationPrefixes].sort()).toEqual(['/api', '/blockchain', '/lyra', '/statistics', '/time'])
  for (const path of ['/api', '/api/v2/nothing', '/statistics/spam/', '/time', '/health', '/openapi.json', '/faults'])
    expect(isServicePath(path)).toBe(true)
  for (const path of ['/', '/margin-modes', '/apis', '/timetable', '/assets/api.js', ''])
    expect(isServicePath(path)).toBe(false)
})
