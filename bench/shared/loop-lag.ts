import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded into the service before its own code: replies to each message with how late its event loop was since the last. */
const histogram = monitorEventLoopDelay({ resolution: 10 })
histogram.enable()
process.on('message', () => {
  process.send?.(histogram.percentile(99) / 1e6)
  histogram.reset()
})
process.channel?.unref()
