import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { listLiquidityProviders } from '../src/wire/liquidity-providers.ts'
import { allOperations } from '../src/wire/operations.ts'

/** The operations that every node has, and nothing else: no names, no decimals, no blocks, no chain. */
const known = allOperations
  .filter(({ optional, stream }) => !optional && !stream)
  .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`))

export interface BareNode {
  url: string
  /** The requests it received, in order: path and query. */
  requests: string[]
  stop(): Promise<void>
}

interface Edge {
  node: { marketId: string; sla: unknown }
}

/** As real nodes do (and Lyra does not): a party's positions all carry the service level of one market. */
function withOneServiceLevel(target: string, text: string): string {
  const query = new URLSearchParams(target.split('?')[1])
  if (!target.startsWith(listLiquidityProviders.path) || query.has('marketId')) return text
  const reply = JSON.parse(text) as { liquidityProviders: { edges: Edge[] } }
  const { edges } = reply.liquidityProviders
  const lowest = edges.toSorted((a, b) => (a.node.marketId < b.node.marketId ? -1 : 1))[0]
  for (const { node } of edges) node.sla = lowest?.node.sla
  return JSON.stringify(reply)
}

/** A node of another origin that answers these operations from `service` and 404 to everything else. */
export async function startBareNode(service: string): Promise<BareNode> {
  const requests: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? ''
    requests.push(target)
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (!known.some((path) => path.test(target))) {
      response.writeHead(404, { 'Content-Type': 'application/json' })
      response.end('{"code":5,"message":"Not Found","details":[]}')
      return
    }
    const reply = await fetch(service + target)
    const type = reply.headers.get('Content-Type') ?? 'application/json'
    response.writeHead(reply.status, { 'Content-Type': type })
    response.end(
      type.startsWith('application/json') ? withOneServiceLevel(target, await reply.text()) : await reply.text(),
    )
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
