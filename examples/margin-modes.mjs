// Parties in isolated margin, of one market or of all.
import { listMarginModes } from 'lyra-wire'
import { createClient } from 'lyra-wire/client'

const [baseUrl = 'http://127.0.0.1:8080', marketId] = process.argv.slice(2)
const client = createClient({ baseUrl })
for await (const { edges } of client.pages(listMarginModes, marketId ? { marketId } : {})) {
  for (const { node } of edges)
    if (node.marginMode === 'MARGIN_MODE_ISOLATED_MARGIN') console.log(node.partyId, node.marginFactor)
}
