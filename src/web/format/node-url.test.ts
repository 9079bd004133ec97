import { expect, test } from 'vitest'
import { InvalidNodeUrl, readNodeUrl, refusedPort } from './node-url.ts'

test.each([
  ['https://node.example', 'https://node.example'],
  [' node.example/ ', 'https://node.example'],
  ['localhost:3008', 'http://localhost:3008'],
  ['https://node.example/vega/', 'https://node.example/vega'],
  ['https://node.example/api/v2/margin-modes?partyId=c1', 'https://node.example'],
  ['https://node.example/vega/statistics', 'https://node.example/vega'],
  ['https://own.example/', ''],
])('%s is %s', (text, base) => {
  expect(readNodeUrl(text, 'https://own.example')).toBe(base)
})

test.each([
  '',
  '   ',
  'not an address',
  'ftp://node.example',
  'https://',
  'https://user:secret@node.example',
  'http://[node',
])('%s is refused with a sentence', (text) => {
  expect(() => readNodeUrl(text, '')).toThrow(InvalidNodeUrl)
  expect(() => readNodeUrl(text, '')).toThrow(/\.$/)
})

test('ports that browsers refuse are known, and the address is kept', () => {
  for (const port of ['1', '6000', '6667']) {
    expect(refusedPort(`http://node.example:${port}/vega`)).toBe(port)
    expect(readNodeUrl(`http://node.example:${port}`)).toContain(port)
  }
  for (const port of ['80', '443', '3008', '6001', '8080'])
    expect(refusedPort(`http://node.example:${port}`)).toBeUndefined()
})
