import type { Remote } from 'comlink'
import type { ArchivePort } from '../../browser/archive-worker.ts'
import { orAborted } from '../../client/timer.ts'
import type { ArchiveFetch } from './node-fetch.ts'

let requests = 0

/** Requests over a port to the worker that holds an archive. */
export function archiveFetch(port: Remote<ArchivePort>): ArchiveFetch {
  return async (target, { headers, signal }) => {
    const given = signal ?? undefined
    given?.throwIfAborted()
    const id = `${Math.random()} ${(requests += 1)}`
    const abort = (): void => void port.abort(id)
    given?.addEventListener('abort', abort, { once: true })
    const answer = await orAborted(port.request(id, target, [...new Headers(headers)]), given)
    const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          const piece = await orAborted(port.next(id), given)
          if (piece) controller.enqueue(piece)
          else controller.close()
        },
        cancel: abort,
      },
      { highWaterMark: 0 },
    )
    return new Response(answer.body ?? pieces, { status: answer.status, headers: answer.headers })
  }
}
