import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { listen } from './listen.ts'

function slowApp(milliseconds: number): Hono {
  const app = new Hono()
  app.get('/', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return c.text('done')
  })
  return app
}

test('stopping lets a running answer finish and takes no new one', async () => {
  const { url, stop } = await listen(slowApp(300), '127.0.0.1', 0)
  const answer = fetch(url).then((reply) => reply.text())
  await new Promise((resolve) => setTimeout(resolve, 100))
  const stopped = stop(5000)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  expect(await answer).toBe('done')
  await stopped
})

test('an answer that outlasts the grace is cut, which the log says', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { url, stop } = await listen(slowApp(20_000), '127.0.0.1', 0)
  const answer = fetch(url)
  answer.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 100))
  const start = performance.now()
  await stop(200)
  expect(performance.now() - start).toBeLessThan(5000)
  await expect(answer).rejects.toThrow('fetch failed')
  expect(log.mock.calls).toEqual([['Answers that still ran after 0.2 seconds were cut.']])
  log.mockRestore()
})

test('an address that cannot be had is one sentence that names the option', async () => {
  const { url, stop } = await listen(slowApp(0), '127.0.0.1', 0)
  const port = Number(new URL(url).port)
  await expect(listen(slowApp(0), '127.0.0.1', port)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken; choose another one with --port.`,
  )
  await expect(listen(slowApp(0), '192.0.2.1', 0)).rejects.toThrow(
    '--host 192.0.2.1 is not an address of this machine.',
  )
  await stop(0)
})
