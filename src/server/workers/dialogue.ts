import { type SentFailure, receivedFailure, sentFailure } from './sent-failure.ts'

/** Questions by name, each as a function from what is sent to what comes back. Both must survive JSON. */
type Questions<Asked> = { [Name in keyof Asked]: (input: never) => unknown }

/** What answers the questions of the other process. */
export type Answers<Asked extends Questions<Asked>> = {
  [Name in keyof Asked]: (
    input: Parameters<Asked[Name]>[0],
    signal: AbortSignal,
  ) => ReturnType<Asked[Name]> | Promise<ReturnType<Asked[Name]>>
}

type Message =
  | { kind: 'ask'; id: number; name: string; input: unknown }
  | { kind: 'abort'; id: number }
  | { kind: 'answer'; id: number; output: unknown }
  | { kind: 'failure'; id: number; failure: SentFailure }

interface Waiting {
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'kind' in value && 'id' in value

/** Two processes that ask each other. `send` delivers a message in order or not at all; `received` takes those that come. */
export class Dialogue<Mine extends Questions<Mine>, Theirs extends Questions<Theirs>> {
  readonly #waiting = new Map<number, Waiting>()
  readonly #answering = new Map<number, AbortController>()
  #asked = 0
  #ended: Error | undefined

  constructor(
    private readonly send: (message: object) => void,
    private readonly answers: Answers<Theirs>,
  ) {}

  /**
   * Settles when the other process has answered or is gone, and only then: an abort is passed on to it, so that what it
   * has granted meanwhile is not lost. Rejects with its failure.
   */
  ask<Name extends keyof Mine & string>(
    name: Name,
    input: Parameters<Mine[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<Mine[Name]>> {
    if (this.#ended) return Promise.reject(this.#ended)
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const id = (this.#asked += 1)
    const abort = (): void => this.send({ kind: 'abort', id } satisfies Message)
    signal?.addEventListener('abort', abort, { once: true })
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.send({ kind: 'ask', id, name, input } satisfies Message)
    }).finally(() => signal?.removeEventListener('abort', abort)) as Promise<ReturnType<Mine[Name]>>
  }

  received(message: unknown): void {
    if (!isMessage(message) || this.#ended) return
    if (message.kind === 'ask') return void this.#answer(message.id, message.name, message.input)
    if (message.kind === 'abort') return this.#answering.get(message.id)?.abort()
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'answer') waiting?.resolve(message.output)
    else waiting?.reject(receivedFailure(message.failure))
  }

  /** The other process has exited: requests to it fail, its own requests are aborted. */
  end(reason: string): void {
    this.#ended = new Error(reason)
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    for (const abort of this.#answering.values()) abort.abort()
    this.#waiting.clear()
  }

  async #answer(id: number, name: string, input: unknown): Promise<void> {
    const abort = new AbortController()
    this.#answering.set(id, abort)
    try {
      if (!Object.hasOwn(this.answers, name)) throw new Error(`Nothing answers "${name}" in this process.`)
      const answer = this.answers[name as keyof Theirs]
      const output = await answer(input as never, abort.signal)
      this.#say({ kind: 'answer', id, output })
    } catch (error) {
      this.#say({ kind: 'failure', id, failure: sentFailure(error) })
    } finally {
      this.#answering.delete(id)
    }
  }

  #say(message: Message): void {
    if (!this.#ended) this.send(message)
  }
}
