import { test as base } from 'playwright/test'
import { copyOfDemo } from './fixtures.ts'
import { Network } from './network.ts'
import { demoSeed, demoTime, startService, type Service } from './service.ts'

/** The network of the other tests, producing one block a second from their common time on. */
export const test = base.extend<{ baseURL: string }, { live: Service; network: Network }>({
  live: [
    async ({}, use, info) => {
      const folder = await copyOfDemo(`live-${info.workerIndex}`)
      const service = await startService(folder, ['--demo-seed', demoSeed, '--demo-time', demoTime, '--faults'])
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  network: [async ({ live }, use) => use(new Network(live.url)), { scope: 'worker' }],
  baseURL: async ({ live }, use) => use(live.url),
})
