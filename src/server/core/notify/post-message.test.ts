import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postMessage } from './receiver-queue.ts'

let got: { url: string | undefined; method: string | undefined; headers: IncomingHttpHeaders; body: string }[]
let answer: (response: ServerResponse) => void
let port: number
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    const { url, method, headers } = request
    got.push({ url, method, headers, body: Buffer.concat(chunks).toString() })
    answer(response)
  })
})
beforeEach(async () => {
  got = []
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => void server.close(resolve))
})
const signal = new AbortController().signal

test('a message is posted as JSON; user and password go into their header', async () => {
  answer = (response) => void response.writeHead(204).end()
  const url = `http://us%40er:pass@127.0.0.1:${port}/hook?x=1`
  expect(await postMessage(url, '{"text":"é"}', signal)).toEqual({ status: 204, retryAfterMs: undefined })
  expect(got).toMatchObject([
    {
      url: '/hook?x=1',
      method: 'POST',
      body: '{"text":"é"}',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('us@er:pass').toString('base64')}`,
      },
    },
  ])
})

test('a redirect is not followed, so that no other address gets the message', async () => {
  answer = (response) => void response.writeHead(302, { Location: `http://127.0.0.1:${port}/other` }).end()
  expect(await postMessage(`http://127.0.0.1:${port}/`, '{}', signal)).toMatchObject({ status: 302 })
  expect(got).toHaveLength(1)
})

test('when to come again is read as seconds or as a date', async () => {
  const waitOf = async (header: string): Promise<number | undefined> => {
    answer = (response) => void response.writeHead(429, { 'Retry-After': header }).end()
    return (await postMessage(`http://127.0.0.1:${port}/`, '{}', signal)).retryAfterMs
  }
  expect(await waitOf('2')).toBe(2_000)
  expect(await waitOf('0.25')).toBe(250)
  expect(await waitOf('Thu, 01 Jan 1970 00:00:00 GMT')).toBeLessThan(0)
  expect(await waitOf('later')).toBeUndefined()
})

test('an attempt ends with its signal', async () => {
  answer = () => {}
  const stop = new AbortController()
  const posted = postMessage(`http://127.0.0.1:${port}/`, '{}', stop.signal)
  stop.abort()
  await expect(posted).rejects.toThrow()
})
