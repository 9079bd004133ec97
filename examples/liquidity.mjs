// Part of the running epoch that each provider of a market was on the book, as CSV.
import { listLiquidityProviders } from 'lyra-wire'
import { createClient } from 'lyra-wire/client'

const [baseUrl = 'http://127.0.0.1:8080', marketId = ''] = process.argv.slice(2)
console.log('party,timeOnBook')
for await (const { edges } of createClient({ baseUrl }).pages(listLiquidityProviders, { marketId }))
  for (const { node } of edges) console.log(`${node.partyId},${node.sla?.currentEpochFractionOfTimeOnBook ?? ''}`)
