import { sha256 } from '@noble/hashes/sha2.js'
import { createSHA256 } from 'hash-wasm'

/** The SHA-256 of bytes that come in pieces. */
export interface RunningHash {
  update(bytes: Uint8Array): void
  /** Of all bytes so far, in lower-case hex; more may follow. */
  hex(): string
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** In WebAssembly: a third of the time. Rejects where the page's security policy does not allow it. */
export async function compiledSha256(): Promise<RunningHash> {
  const hash = (await createSHA256()).init()
  return {
    update: (bytes) => void hash.update(bytes),
    hex() {
      const state = hash.save()
      const told = hash.digest()
      hash.load(state)
      return told
    },
  }
}

export function plainSha256(): RunningHash {
  const hash = sha256.create()
  return { update: (bytes) => void hash.update(bytes), hex: () => hexOf(hash.clone().digest()) }
}

/** The fastest that is allowed here: other servers than Lyra's may send the dashboard with a stricter policy. */
export const runningSha256 = (): Promise<RunningHash> => compiledSha256().catch(plainSha256)
