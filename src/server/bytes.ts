export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** UTF-8 as text, with a byte order mark if there is one; what is no UTF-8 becomes U+FFFD. */
export const textOfBytes = (bytes: Uint8Array): string => utf8.decode(bytes)

/** Bytes of valid base64 with the letters `+/`. */
export const bytesOfBase64 = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
