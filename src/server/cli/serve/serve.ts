import { setTimeout as sleep } from 'node:timers/promises'
import type { Core } from '../../core/core.ts'
import { Notifier } from '../../core/notify/notifier.ts'
import { postMessage } from '../../core/notify/receiver-queue.ts'
import {
  watchSla,
  type ReadPositions,
  type SlaPosition,
  PartyWatch,
  type WatchClock,
} from '../../core/watch/party-watch.ts'
import { createService } from '../../http/service.ts'
import { log } from '../../log.ts'
import type { ServeOptions } from '../command-line.ts'
import { type Source, coreOf, openSource } from './source.ts'
import { recentBlockOf } from '../../database/chain.ts'
import { serviceMetrics } from '../../http/metrics.ts'
import { setLogFormat } from '../log-format.ts'
import { closeDatabase, listenForMetrics, serveUntilStopped } from './serve-until-stopped.ts'
import { onSignal } from './signals.ts'
import { whileStarting } from './starting.ts'
import * as v from 'valibot'
import { listLiquidityProviders } from '../../../wire/liquidity-providers.ts'
import { getAsset, getEpoch, getMarket, getVegaTime } from '../../../wire/network.ts'
import type { AnyOperation, Reply, RequestParams } from '../../../wire/protocol/operation.ts'
import { formatUrl } from '../../../wire/protocol/url.ts'
import { slaTermsOf } from '../../../wire/sla/sla-terms.ts'
import { slaVerdict } from '../../../wire/sla/sla-verdict.ts'

/** Of an older block nothing is derived. */
const maxLagMs = 60_000
/** Markets and assets change seldom. */
const termsMs = 300_000

/**
 * Reads the positions of a party as the dashboard does: by the operations of the service itself, answered by `app` without a
 * network. `now` is in Unix milliseconds.
 */
export function positionsReader(
  app: { fetch: (request: Request) => Response | Promise<Response> },
  now: () => number,
): ReadPositions {
  const ask = async <Op extends AnyOperation>(op: Op, params: RequestParams<Op>): Promise<Reply<Op>> => {
    const response = await app.fetch(new Request(`http://lyra${formatUrl(op, params)}`))
    if (!response.ok) throw new Error(`${op.name} was answered with HTTP status ${response.status}.`)
    return v.parse(op.reply, await response.json()) as Reply<Op>
  }
  const readTerms = async (marketId: string) => {
    const { market } = await ask(getMarket, { marketId })
    const { minTimeOnBook, settlementAsset } = slaTermsOf(market)
    const details = settlementAsset === undefined ? undefined : await ask(getAsset, { assetId: settlementAsset })
    const { symbol, decimals } = details?.asset.details ?? {}
    const amounts = { symbol, decimals: decimals === undefined ? undefined : Number(decimals) }
    return { at: now(), code: market.tradableInstrument.instrument.code, minTimeOnBook, amounts }
  }
  const terms = new Map<string, Awaited<ReturnType<typeof readTerms>>>()
  const termsOf = async (marketId: string) => {
    const cached = terms.get(marketId)
    if (cached && Math.abs(now() - cached.at) < termsMs) return cached
    const read = await readTerms(marketId)
    terms.set(marketId, read)
    return read
  }

  return async (party) => {
    const { edges } = (await ask(listLiquidityProviders, { partyId: party })).liquidityProviders
    if (edges.length === 0) return []
    const [{ epoch }, { timestamp }] = await Promise.all([ask(getEpoch, {}), ask(getVegaTime, {})])
    if (now() - Number(BigInt(timestamp) / 1_000_000n) > maxLagMs) throw new Error('The newest block is too old.')
    const { startTime, expiryTime } = epoch.timestamps
    const at = { start: BigInt(startTime), end: BigInt(expiryTime), now: BigInt(now()) * 1_000_000n }
    const positions: SlaPosition[] = []
    for (const { node } of edges) {
      const { code, minTimeOnBook, amounts } = await termsOf(node.marketId)
      const verdict = slaVerdict(node.sla, minTimeOnBook, at)
      positions.push({ market: node.marketId, code, verdict, epoch: epoch.seq, amounts })
    }
    return positions
  }
}

/** How long a stop waits for the answer to a message on its way; a receiver that hangs holds nothing up. */
const lastAnswerMs = 5000

const clock: WatchClock = { now: Date.now, sleep: (ms, signal) => sleep(ms, undefined, { signal }) }

/** Tells receivers of changes of these parties. Throws a sentence when the state of an earlier run cannot be used. */
function startNotifier({ notify, names }: ServeOptions, parties: readonly string[], core: Core): Notifier | undefined {
  if (!notify) return undefined
  const { receivers, publicUrl, stateFile: file } = notify
  const nodeNames = core.knownParties?.().parties.map(({ partyId, name }) => [partyId, name] as const) ?? []
  const naming = { names: new Map([...nodeNames, ...(names ?? [])]), publicUrl }
  const notifier = new Notifier({ ...naming, receivers, file, parties }, clock, postMessage)
  log.info(`Changes of limits are sent to ${receivers.map(({ label }) => label).join(', ')}.`)
  return notifier
}

/**
 * Starts what is not read from the database alone: the core node, the watch and its receivers. The watch ends when `stopping` aborts,
 * `sending` once no message is on its way. Throws a sentence.
 */
function startShared(options: ServeOptions, source: Source, stopping: AbortSignal) {
  const core = coreOf(source, options.core)
  // A running demo watches its named parties, so that its first page has rates at once.
  const named = options.demo.frozen === true ? undefined : core.knownParties?.()
  const parties = options.watch ?? named?.parties.map(({ partyId }) => partyId) ?? []
  if (parties.length === 0) return { core, spamWatch: undefined, notifier: undefined, sending: undefined }
  const notifier = startNotifier(options, parties, core)
  const sending = notifier?.run(stopping)
  if (notifier) {
    const read = positionsReader(createService({ db: source.db, core }), clock.now)
    void watchSla(parties, { read, clock }, (...read) => notifier.observeSla(...read), stopping)
  }
  const spamWatch = new PartyWatch(parties, core, clock, options.names)
  if (notifier) spamWatch.onRead(notifier.observe)
  void spamWatch.run(stopping)
  const words = parties.length === 1 ? '1 party' : `${parties.length} parties`
  log.info(`The spam counters of ${words} are read every 5 seconds.`)
  return { core, spamWatch, notifier, sending }
}

/**
 * `lyra serve`: until a signal or the loss of its database. Resolves to the exit status once the service has stopped;
 * rejects with a sentence.
 */
export async function runServe(options: ServeOptions): Promise<number> {
  setLogFormat(options.log)
  const stop = new AbortController()
  // A requested stop is not logged as an error, so that no alert is sent for it.
  onSignal((signal) => {
    log.info(`Lyra stops: ${signal} was received.`)
    stop.abort()
  })
  const opening = whileStarting(options, (onProgress) => openSource(options, stop.signal, onProgress), stop.signal)
  const source = await opening.catch((error: unknown) => {
    if (stop.signal.aborted && error === stop.signal.reason) return undefined
    throw error
  })
  if (source === undefined) return 0
  const { db } = source
  try {
    if (stop.signal.aborted) return 0
    db.lost?.addEventListener('abort', () => {
      log.error(`Lyra stops: ${String(db.lost?.reason)}`)
      stop.abort()
    })
    const shared = startShared(options, source, stop.signal)
    const sources = { ...shared, recentBlock: recentBlockOf(db), queues: db.queues, hosts: db.hosts }
    const metrics = options.metrics && serviceMetrics(sources)
    await listenForMetrics(options, metrics)
    const parts = { ...shared, db, metrics, stopping: stop.signal }
    await serveUntilStopped(options, parts, (url) => log.info(`Lyra serves ${source.name} at ${url}`))
    // A message whose answer is not heard would be sent again by the next run.
    await Promise.race([shared.sending, sleep(lastAnswerMs, undefined, { ref: false })])
  } finally {
    await closeDatabase(db, source.stop)
  }
  return db.lost?.aborted ? 1 : 0
}
