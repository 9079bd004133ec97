import { type DashboardServer, reply, serveDashboard } from '../shared/dashboard-server.ts'

const newline = 10
/** More than a second's rows. */
const tailBytes = 65_536

/** The reply to a request for the rows from a time (Unix nanoseconds) on, of which the file holds the last. */
function rowsFrom(file: Buffer, nanoseconds: string): Buffer {
  const header = file.subarray(0, file.indexOf(newline) + 1)
  const tail = file.subarray(Math.max(header.length, file.length - tailBytes))
  const lines = tail.subarray(tail.indexOf(newline) + 1).toString()
  const from = Number(BigInt(nanoseconds) / 1_000_000n)
  const rows = lines.split('\n').filter((line) => Date.parse(`${line.slice(0, line.indexOf(','))}:00`) >= from)
  return Buffer.concat([header, Buffer.from(rows.map((row) => `${row}\n`).join(''))])
}

/** The built dashboard beside a recorded export, which shows what the browser alone needs. `path` is the operation's. */
export const startRecordedNode = (path: string, file: Buffer): Promise<DashboardServer> =>
  serveDashboard((requested, target) => {
    if (requested !== path) return undefined
    const start = /dateRange\.startTimestamp=(\d+)/.exec(target)?.[1]
    return reply('text/csv', start === undefined ? file : rowsFrom(file, start))
  })
