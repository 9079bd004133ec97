import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noCore } from '../../../src/server/core/core.ts'
import { createNodeService } from '../../../src/server/http/node-service.ts'
import { type Listening, listen } from '../../../src/server/http/listen.ts'
import { fakeBlock, fakeDb } from '../support/fake-service.ts'
import { probe, rawForms } from '../support/hostile/raw-forms.ts'
import { figure } from '../support/share.ts'

let service: Listening
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
beforeAll(async () => {
  const db = fakeDb([fakeBlock])
  service = await listen(createNodeService({ db, core: noCore(db) }), '127.0.0.1', 0)
})
afterAll(async () => {
  await service.stop(0)
  figure(`raw HTTP forms: ${rawForms.length}`)
})

/** All that comes back for some bytes, until the service closes the connection. */
async function answersTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  let answers = ''
  socket.setEncoding('latin1').on('data', (text: string) => (answers += text))
  // What the service refuses it does not read to its end.
  socket.on('error', () => undefined)
  socket.write(Buffer.from(bytes, 'latin1'))
  await new Promise((resolve) => socket.once('close', resolve))
  return answers
}

const statusesOf = (answers: string): string =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status).join(' ')

test('there are as many forms as are claimed, each of another name', () => {
  expect(new Set(rawForms.map(([name]) => name)).size).toBe(rawForms.length)
  expect(rawForms.length).toBeGreaterThanOrEqual(93)
})

test.each(rawForms)('%s', async (_, bytes, statuses) => {
  const answers = await answersTo(bytes + probe)
  expect(statusesOf(answers)).toBe(statuses)
  expect(answers).not.toMatch(/X-Injected|root:|passwd/i)
  // Still there for everybody else.
  expect(statusesOf(await answersTo(probe))).toBe('200')
  expect(log).not.toHaveBeenCalled()
})
