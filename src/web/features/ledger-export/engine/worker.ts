import { expose, proxy } from 'comlink'
import { type GateReply, remoteGate } from '../../../api/rate-limit/limiter-port-worker.ts'
import { type EngineOptions, ExportEngine } from './engine.ts'

/** What the page calls in the worker. */
const worker = {
  /** Opens an engine whose questions to the node pass the rate limiter of the page, at the other end of `limiter`. */
  open(
    options: Pick<EngineOptions, 'party' | 'isLoopback'>,
    limiter: MessagePort,
    onProgress: EngineOptions['onProgress'],
  ) {
    const { gate, hear } = remoteGate((call) => limiter.postMessage(call))
    limiter.onmessage = ({ data }: MessageEvent<GateReply>) => hear(data)
    return proxy(new ExportEngine({ ...options, gate, onProgress }))
  },
}

export type ExportWorker = typeof worker

expose(worker)
