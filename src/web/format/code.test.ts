import { expect, test } from 'vitest'
import { codeOf } from './code.ts'

test('a list is read to its end from where the request begins, with the parameters of its address alone', () => {
  expect(
    codeOf('https://node:3008/base/api/v2/margin-modes?marketId=a1&pagination.first=50&pagination.newestFirst=false'),
  ).toBe(`import { listMarginModes } from 'lyra-wire'
import { createClient } from 'lyra-wire/client'

const client = createClient({ baseUrl: "https://node:3008/base" })
for await (const { edges } of client.pages(listMarginModes, { marketId: "a1", pagination: { first: 50, newestFirst: false } })) {
  for (const { node } of edges) console.log(node)
}
`)
})

test('an id in the path is a parameter, and what looks like a number stays the text that it is', () => {
  expect(codeOf('http://node/api/v2/teams/referees/history/c1?pagination.first=50')).toContain(
    'client.pages(listTeamRefereeHistory, { referee: "c1", pagination: { first: 50 } })',
  )
  expect(codeOf('http://node/api/v2/candle?candleId=1&fromTimestamp=17&pagination.after=5')).toContain(
    'client.pages(listCandleData, { candleId: "1", fromTimestamp: "17", pagination: { after: "5" } })',
  )
  expect(codeOf('http://node/api/v2/margin-modes')).toContain('client.pages(listMarginModes, {})')
})

test('nothing in an address leaves its quotes', () => {
  const evil = '"});process.exit(1);({x:"\u2028\n`${1}'
  const code = codeOf(`http://node/api/v2/margin-modes?partyId=${encodeURIComponent(evil)}`) ?? ''
  const [, params = ''] = /client\.pages\(listMarginModes, (.*)\)\) \{/s.exec(code) ?? []
  expect(JSON.parse(params.replace('partyId', '"partyId"'))).toEqual({ partyId: evil })
})

test('a file, a stream and another address are no list, and so no program', () => {
  expect(codeOf('http://node/api/v2/ledgerentry/export?partyId=c1')).toBeUndefined()
  expect(codeOf('http://node/api/v2/stream/candle/data?candleId=x')).toBeUndefined()
  expect(codeOf('http://node/other')).toBeUndefined()
})
