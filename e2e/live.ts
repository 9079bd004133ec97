import { test as base } from 'playwright/test'
import { copyOfDemo } from './fixtures.ts'
import { Network } from './network.ts'
import { demoSeed, demoTime, startService, type Service } from './service.ts'

/** The same network as in the other tests, but it goes on: a block a second from where the others stand. */
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
