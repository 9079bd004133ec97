/** The worker of archives as `archiveInPage` leaves it in a page. */
export interface PageArchive {
  /** Loads segments into its database. Rejects with the worker's sentence. */
  load(files: readonly File[]): Promise<void>
  /** Answers a request for path and query, files too. */
  request(target: string): Promise<{ status: number; headers: [string, string][]; body: Blob }>
}

/** Runs within a page: starts the worker of archives at an address as `pageArchive` of the page, and speaks comlink's messages with it. */
export function archiveInPage(url: string): void {
  const worker = new Worker(url, { type: 'module' })
  const waiting = new Map<string, (reply: { value: unknown }) => void>()
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: string; value: unknown }>) =>
    waiting.get(data.id)?.(data),
  )
  const call = (name: string, values: unknown[], transferred: Transferable[] = []) =>
    new Promise<unknown>((resolve, reject) => {
      const id = `${Math.random()}`
      waiting.set(id, (reply) => {
        waiting.delete(id)
        const thrown = reply as { name?: string; value: { value?: { message?: string } } }
        if (thrown.name === 'throw') reject(new Error(thrown.value.value?.message))
        else resolve(reply.value)
      })
      const argumentList = values.map((value) =>
        value instanceof MessagePort ? { type: 'HANDLER', name: 'proxy', value } : { type: 'RAW', value },
      )
      worker.postMessage({ id, type: 'APPLY', path: [name], argumentList }, transferred)
    })
  const pageArchive: PageArchive = {
    async load(files) {
      await call('examine', [files])
      const { port2 } = new MessageChannel()
      await call('load', [port2], [port2])
    },
    async request(target) {
      const id = `${Math.random()}`
      const { status, headers, body } = (await call('request', [id, target, []])) as {
        status: number
        headers: [string, string][]
        body?: Uint8Array<ArrayBuffer>
      }
      const pieces = body ? [body] : []
      for (let piece = body ? undefined : await call('next', [id]); piece; piece = await call('next', [id]))
        pieces.push(piece as Uint8Array<ArrayBuffer>)
      return { status, headers, body: new Blob(pieces) }
    },
  }
  Object.assign(globalThis, { pageArchive })
}
