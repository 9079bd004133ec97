import { listMarginModes } from '../../wire/margin-modes.ts'
import { getInfo, getStatistics } from '../../wire/network.ts'
import { toMilliseconds } from '../format/time.ts'
import { isAbsentRoute } from './node-failure.ts'
import { reportedBlock } from './node-status.ts'
import { ask } from './request.ts'

/** What a node says about itself. Members are missing where it does not say. */
export interface NodeReport {
  /** Milliseconds that the first answer took. */
  took: number
  lyra: boolean
  /** A read of the node's identity failed, so that a missing member may be known to the node. */
  incomplete: boolean
  chainId?: string
  version?: string
  /** Last block in the node's database. */
  height?: string
  /** Blocks that the database is behind the chain. */
  behind?: string
  /** Age of that block in milliseconds when the node answered, by the node's own clock if it reports it. */
  age?: number
}

/** Asks a node not in use yet whether it has the interface, then for its identity. Throws NodeFailure. */
export async function probeNode(base: string, signal?: AbortSignal): Promise<NodeReport> {
  const report: NodeReport = { took: 0, lyra: false, incomplete: false }
  const options = { base, again: true, ...(signal && { signal }) }
  const onResponse = (headers: Headers, took: number): void => {
    const { blockTime } = reportedBlock(headers)
    const date = Date.parse(headers.get('Date') ?? '')
    const now = Number.isNaN(date) ? Date.now() : date
    Object.assign(
      report,
      { took, lyra: headers.has('X-Lyra') },
      reportedBlock(headers),
      blockTime !== undefined && { age: Math.max(0, now - toMilliseconds(blockTime)) },
    )
  }
  await ask(listMarginModes, { pagination: { first: 1 } }, { ...options, onResponse })
  const onFailure = (error: unknown): undefined => {
    if (!isAbsentRoute(error)) report.incomplete = true
  }
  const [statistics, info] = await Promise.all([
    ask(getStatistics, {}, options).catch(onFailure),
    ask(getInfo, {}, options).catch(onFailure),
  ])
  signal?.throwIfAborted()
  const { chainId, appVersion, blockHeight } = statistics?.statistics ?? {}
  const version = info?.version || appVersion
  const behind =
    blockHeight !== undefined && report.height !== undefined ? BigInt(blockHeight) - BigInt(report.height) : undefined
  return {
    ...report,
    ...(chainId && { chainId }),
    ...(version && { version }),
    ...(behind !== undefined && { behind: String(behind > 0n ? behind : 0n) }),
  }
}
