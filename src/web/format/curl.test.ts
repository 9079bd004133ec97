import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

test('nothing in an address leaves its quotes', () => {
  expect(curlOf('https://node/api/v2/candles?candleId=1')).toBe(
    `curl --compressed 'https://node/api/v2/candles?candleId=1'`,
  )
  expect(curlOf(`http://a/?x='$(rm)'`)).toBe(String.raw`curl --compressed 'http://a/?x='\''$(rm)'\'''`)
})

test('what an archive in this browser was asked is no command, since no program can reach it', () => {
  expect(curlOf('archive:aurora-1/api/v2/markets')).toBeUndefined()
})
