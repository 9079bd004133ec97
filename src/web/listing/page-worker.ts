import { listMarginModes } from '../../wire/margin-modes.ts'
import type { Page } from '../../wire/page.ts'
import { readAsSent } from '../node/as-sent.ts'
import { packPage, type PackedPage, type PackTask } from './pack-page.ts'
import type { PageAnswer, PageQuestion } from './page-reader.ts'

/** The lists that can be long. */
const operations = new Map([listMarginModes].map((operation) => [operation.name, operation]))

/** The page in an answer; undefined where it is not as it ought to be, which the page's own thread then finds out about. */
function pageIn(body: ArrayBuffer, task: PackTask): PackedPage | undefined {
  const operation = operations.get(task.operation)
  const reply = operation && readAsSent(operation.reply, new TextDecoder().decode(body))
  return reply && packPage((reply as Record<string, unknown>)[task.member] as Page<Record<string, string>>, task)
}

const buffersOf = ({ bytes, ends, marks, columns }: PackedPage): Transferable[] =>
  [bytes, ends, marks, ...Object.values(columns).map(({ codes }) => codes)].map(({ buffer }) => buffer as ArrayBuffer)

/** Reads pages away from the page's thread. One message in, one out, with the same number. */
self.addEventListener('message', ({ data: { id, body, task } }: MessageEvent<PageQuestion>) => {
  const page = pageIn(body, task)
  const answer: PageAnswer = page ? { id, page } : { id, body }
  self.postMessage(answer, { transfer: page ? buffersOf(page) : [body] })
})
self.postMessage('ready')
