import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

/** What a run of requests came to; times in milliseconds. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
  /** Replies that were neither 2xx nor 3xx, and broken connections. */
  failed: number
}

export interface LoadOptions {
  connections: number
  /** Whole seconds. */
  seconds: number
  headers?: Readonly<Record<string, string>>
}

/** Requests one address over keep-alive connections from processes of its own, each connection with one request in flight. */
export interface LoadGenerator {
  name: string
  run: (url: string, options: LoadOptions) => Promise<Load>
}

const exec = promisify(execFile)
const threads = 2
const headerLines = (flag: string, headers: LoadOptions['headers'] = {}): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [flag, `${name}: ${value}`])

const units: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/** Reads what wrk prints. */
function wrkLoad(output: string): Load {
  const quantile = (percent: number): number => {
    const [, digits, unit = ''] = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)$`, 'm').exec(output) ?? []
    return Number(digits) * (units[unit] ?? Number.NaN)
  }
  const count = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0)
  return {
    perSecond: count(/^Requests\/sec:\s+([\d.]+)/m),
    p50: quantile(50),
    p99: quantile(99),
    failed: count(/Non-2xx or 3xx responses: (\d+)/) + count(/Socket errors: .*read (\d+)/) + count(/timeout (\d+)/),
  }
}

const wrk: LoadGenerator = {
  name: 'wrk, two threads',
  async run(url, { connections, seconds, headers }) {
    const args = ['--latency', `-t${threads}`, `-c${connections}`, `-d${seconds}s`, ...headerLines('-H', headers), url]
    return wrkLoad((await exec('wrk', args)).stdout)
  },
}

const workers: LoadGenerator = {
  name: 'autocannon, two workers',
  async run(url, { connections, seconds, headers = {} }) {
    const result = await autocannon({ url, connections, duration: seconds, headers, workers: threads })
    return {
      perSecond: result.requests.total / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      failed: result.errors + result.non2xx - result['3xx'],
    }
  },
}

/** wrk where it is installed, which costs least beside what is measured; else autocannon. */
export const loadGenerator = (): LoadGenerator => (spawnSync('wrk', ['-v']).error ? workers : wrk)

/** Requests one address without compression, for so many whole seconds. */
export const loadPlain = (url: string, connections: number, seconds: number): Promise<Load> =>
  loadGenerator().run(url, { connections, seconds, headers: { 'accept-encoding': 'identity' } })
