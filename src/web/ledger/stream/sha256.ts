import { createSHA256 } from 'hash-wasm'

/** The SHA-256 of bytes that come in pieces. */
export interface RunningHash {
  update(bytes: Uint8Array): void
  /** Of all bytes so far, in lower-case hex; more may follow. */
  hex(): string
}

/** Undefined where the security policy forbids WebAssembly: other servers than Lyra's may send the dashboard with one. */
export async function runningSha256(): Promise<RunningHash | undefined> {
  const created = await createSHA256().catch(() => undefined)
  const hash = created?.init()
  return (
    hash && {
      update: (bytes) => void hash.update(bytes),
      hex() {
        const state = hash.save()
        const digest = hash.digest()
        hash.load(state)
        return digest
      },
    }
  )
}
