import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { startingApp, whileStarting } from './starting.ts'

const html = { headers: { accept: 'text/html,*/*' } }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

test('while a demo network is made, its address shows a page with the progress instead of nothing', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const port = await freePort()
  const at = `http://127.0.0.1:${port}`
  const seen = await whileStarting({ host: '127.0.0.1', port }, async (onProgress) => {
    const first = await (await fetch(at, html)).text()
    onProgress('ledger, 40 %')
    return [first, await (await fetch(`${at}/parties`, html)).text()]
  })
  expect(seen[0]).toContain('Now: opening its database')
  expect(seen[1]).toContain('Now: ledger, 40 %')
  expect(seen[1]).toContain('value="40"')
  await expect(fetch(at)).rejects.toThrow('fetch failed')
})

test('a program is told that the service is not ready yet, also by /health, which a supervisor waits for', async () => {
  const app = startingApp(() => ({ written: 'candles', dashboard: 'ready' }))
  const paths = ['/health', '/api/v2/markets']
  const replies = await Promise.all(paths.map(async (path) => app.request(path, html)))
  expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    paths.map(() => [503, '2']),
  )
  const bodies = await Promise.all(replies.map((reply) => reply.text()))
  for (const body of bodies)
    expect(JSON.parse(body)).toMatchObject({ code: 14, message: expect.stringContaining('candles') })
})

test('a dashboard that is being built is waited for, and the page says so', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.stubEnv('LYRA_DASHBOARD', 'building')
  const given = Object.getOwnPropertyDescriptor(process, 'connected')
  Object.defineProperty(process, 'connected', { value: true, configurable: true, writable: true })
  const disconnect = vi.spyOn(process as { disconnect: () => void }, 'disconnect').mockImplementation(() => undefined)
  try {
    const port = await freePort()
    const at = `http://127.0.0.1:${port}`
    const states: string[] = []
    const opened = whileStarting({ host: '127.0.0.1', port, data: 'somewhere' }, () => Promise.resolve('opened'))
    void opened.then(() => states.push('opened'))
    const page = await vi.waitFor(async () => (await fetch(at, html)).text())
    expect(page).toContain('<h1>Lyra is starting</h1>')
    expect(page).toContain('Dashboard: being built')
    expect(states).toEqual([])
    process.emit('message', 'built', undefined)
    expect(await opened).toBe('opened')
    expect(disconnect).toHaveBeenCalledOnce()
    await expect(fetch(at)).rejects.toThrow('fetch failed')
  } finally {
    disconnect.mockRestore()
    if (given) Object.defineProperty(process, 'connected', given)
    vi.unstubAllEnvs()
  }
})

test('a network that cannot be made frees the address, and its error is reported', async () => {
  const port = await freePort()
  await expect(whileStarting({ host: '127.0.0.1', port }, () => Promise.reject(new Error('in use')))).rejects.toThrow(
    'in use',
  )
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
})
