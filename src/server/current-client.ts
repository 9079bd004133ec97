import { host } from '#host'

/** The address that the current request comes from, as the rate limit counts it; empty for the service's own work. */
const clients = host.newScope<string>()

/** The client that this code runs for. */
export const currentClient = (): string => clients.getStore() ?? ''

/** Runs `work` for a client: its reads share this client's place in the queue of the database. */
export const runForClient = <T>(address: string, work: () => T): T => clients.run(address, work)

/** Runs what several clients share, so that it does not wait behind the requests of the first of them. */
export const runForService = <T>(work: () => T): T => clients.run('', work)
