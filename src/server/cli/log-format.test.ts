import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../log.ts'
import { setLogFormat } from './log-format.ts'
import { party } from '../../../tests/server/support/ids.ts'

const lines: string[] = []
const write = (line: string): void => void lines.push(line)
afterEach(() => {
  setLogFormat(undefined)
  lines.length = 0
  vi.restoreAllMocks()
})

const line = {
  requestId: '0011223344556677',
  operation: 'listCandles',
  method: 'GET',
  status: 200,
  rows: 3,
  bytes: 120,
  ms: 2.5,
  databaseMs: 1.5,
}

test('a JSON line of a request has its numbers as members', () => {
  setLogFormat('json', write)
  log.request(line)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: 'request', ...line })
})

test('a pretty line of a request is one line for people', () => {
  setLogFormat('pretty', write)
  log.request(line)
  expect(lines[0]?.slice(14)).toBe(
    'GET listCandles 200 · 3 rows · 120 B · 2.5 ms (database 1.5 ms) · 0011223344556677\n',
  )
})

test.each(['json', 'pretty'] as const)('%s has no id of a party, in a sentence or in an error', (format) => {
  setLogFormat(format, write)
  log.info(`The counters of ${party.anna} are read.`)
  log.error('Failed:', new Error(`no row for ${party.anna.toUpperCase()}`))
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/[\da-f]{64}/i)
  expect(lines[1]).toContain('no row for <id>')
})

test('sentences have no id of a party either, and no request', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  log.error(`The counters of ${party.anna} could not be read:`, new Error(party.anna))
  log.request(line)
  expect(error.mock.calls).toEqual([
    ['The counters of <id> could not be read:', expect.stringContaining('Error: <id>')],
  ])
  expect(log.hasRequests).toBe(false)
})

test('off writes nothing', () => {
  const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log')]
  setLogFormat('off', write)
  log.info('started')
  log.error('failed')
  log.request(line)
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  expect(lines).toEqual([])
})
