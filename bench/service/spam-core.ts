import { createServer } from 'node:http'
import { spamCounters } from '../../src/wire/spam-statistics.ts'

/** A core node of its own process that answers at once and allows any number of requests. Sends its port over IPC. */
const counter = { countForEpoch: '3', maxForEpoch: '20', minTokensRequired: '100000000000000000000' }
const blockOf = (height: number): object => ({
  blockHeight: String(height),
  blockHash: height.toString(16).padStart(64, '0'),
  transactionsSeen: '0',
  hashFunction: 'sha3_24_rounds',
  difficulty: '15',
  txPerBlock: '2',
  increasingDifficulty: true,
  expectedDifficulty: '15',
})

const began = Date.now()
const body = (height: number): string =>
  JSON.stringify({
    chainId: 'bench',
    statistics: {
      epochSeq: '7',
      ...Object.fromEntries(spamCounters.map((name) => [name, { ...counter, bannedUntil: null }])),
      votes: { statistics: [], maxForEpoch: '3', bannedUntil: null },
      pow: { bannedUntil: null, numberOfPastBlocks: '100', blockStates: [blockOf(height - 1), blockOf(height)] },
    },
  })

const limits = { 'Ratelimit-Limit': '100000', 'Ratelimit-Remaining': '100000', 'Ratelimit-Reset': '1' }
const server = createServer((_, response) => {
  // A block a second.
  const height = 1000 + Math.floor((Date.now() - began) / 1000)
  const headers = { 'Content-Type': 'application/json', 'X-Block-Height': String(height), ...limits }
  response.writeHead(200, headers).end(body(height))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address !== 'string') process.send?.(address.port)
})
process.on('disconnect', () => process.exit(0))
