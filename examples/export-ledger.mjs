// A party's ledger into a file. The exit status is 1 unless the file is whole.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createClient } from 'lyra-wire/client'

const [baseUrl = 'http://127.0.0.1:8080', partyId = '', file = 'ledger.csv'] = process.argv.slice(2)
const { stream, end } = await createClient({ baseUrl }).exportLedger({ partyId })
await pipeline(Readable.fromWeb(stream), createWriteStream(file))
const verdict = await end
console.log(
  verdict.ending === 'whole' ? `whole, ${verdict.rows} rows` : `cut after ${verdict.rows} rows: ${verdict.reason}`,
)
process.exitCode = verdict.ending === 'whole' ? 0 : 1
