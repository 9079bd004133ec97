import type { Host } from '../server/host.ts'

const utf8 = new TextEncoder()

/** Letters of a string that one call can be given. */
const maxLetters = 24_576

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += maxLetters)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + maxLetters)))
  return text
}

let words = 0

/** A browser: one reader, one database in the same worker, and no line over which anything travels. */
export const host: Host = {
  newScope: () => ({ getStore: () => undefined, run: (_, work) => work() }),
  encode: (text) => utf8.encode(text),
  byteLength: (text) => utf8.encode(text).length,
  base64,
  wordOf: () => String((words += 1)),
  gzip: undefined,
  inBackground: () => undefined,
  allowListeners: () => undefined,
  describe: (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
}
