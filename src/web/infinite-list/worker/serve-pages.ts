import type { AnyOperation } from '../../../wire/operation.ts'
import type { Page } from '../../../wire/page.ts'
import { readAsSent } from '../../api/fast-validate.ts'
import { packPage, type PackedPage, type PackTask } from './pack-page.ts'
import type { PageAnswer, PageQuestion } from './page-reader.ts'

/** The page in an answer; undefined where it is not as it ought to be, which the page's own thread then finds out about. */
function pageIn({ reply }: AnyOperation, body: ArrayBuffer, task: PackTask): PackedPage | undefined {
  const read = readAsSent(reply, new TextDecoder().decode(body)) as
    | Record<string, Page<Record<string, string>>>
    | undefined
  return read && packPage(read[task.member]!, task)
}

const buffersOf = ({ bytes, ends, marks, columns }: PackedPage): Transferable[] =>
  [bytes, ends, marks, ...Object.values(columns).map(({ codes }) => codes)].map(({ buffer }) => buffer as ArrayBuffer)

/** Reads the pages of one list away from the page's thread. One message in, one out, with the same number. */
export function servePages(operation: AnyOperation): void {
  self.addEventListener('message', ({ data: { id, body, task } }: MessageEvent<PageQuestion>) => {
    const page = pageIn(operation, body, task)
    const answer: PageAnswer = page ? { id, page } : { id, body }
    self.postMessage(answer, { transfer: page ? buffersOf(page) : [body] })
  })
  self.postMessage('ready')
}
