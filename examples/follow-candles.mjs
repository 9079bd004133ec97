// Candles of a market as they change: time, close and volume, exact text in market and position decimals.
import { createClient } from 'lyra-wire/client'

const [baseUrl = 'http://127.0.0.1:8080', marketId = '', interval = '1 minute', count = '10'] = process.argv.slice(2)
let left = Number(count)
for await (const { start, close, volume } of createClient({ baseUrl }).candles.follow({ marketId, interval })) {
  console.log(new Date(Number(BigInt(start) / 1_000_000n)).toISOString(), close, volume)
  if (--left <= 0) break
}
