import { expect, test } from 'vitest'
import { InvalidNodeUrl, readNodeUrl } from './node-url.ts'

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
  'http://node.example:6000',
  'https://node.example:6667/vega',
])('%s is refused with a sentence', (text) => {
  expect(() => readNodeUrl(text, '')).toThrow(InvalidNodeUrl)
  expect(() => readNodeUrl(text, '')).toThrow(/\.$/)
})

test('an address of a port that browsers refuse is not told as a node without an answer', () => {
  expect(() => readNodeUrl('http://node.example:6000')).toThrow('port 6000')
  for (const port of ['80', '443', '3008', '6001', '8080'])
    expect(readNodeUrl(`http://node.example:${port}`)).toContain('node.example')
})
