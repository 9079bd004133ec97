const [quote, backslash, open, close] = [34, 92, 123, 125]

/**
 * Splits a stream of JSON objects, whatever separates them: line ends, nothing, or the brackets and commas of an array. Each
 * call of `push` returns the objects that are complete; `pending` tells whether one has begun.
 */
export function jsonObjects(): { push(bytes: Uint8Array): Uint8Array[]; pending(): boolean } {
  let buffer = new Uint8Array(4096)
  let length = 0
  let at = 0
  let start = -1
  let depth = 0
  let inString = false
  let escaped = false

  /** Returns whether an object ends with this byte. */
  const ends = (byte: number): boolean => {
    if (inString) {
      if (escaped) escaped = false
      else if (byte === backslash) escaped = true
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === open && depth++ === 0) start = at
    else if (byte === close && depth > 0) return --depth === 0
    return false
  }

  const append = (bytes: Uint8Array): void => {
    if (length + bytes.length > buffer.length) {
      const larger = new Uint8Array(Math.max(buffer.length * 2, length + bytes.length))
      larger.set(buffer.subarray(0, length))
      buffer = larger
    }
    buffer.set(bytes, length)
    length += bytes.length
  }

  return {
    push(bytes) {
      append(bytes)
      const complete: Uint8Array[] = []
      for (; at < length; at++) {
        if (!ends(buffer[at]!)) continue
        complete.push(buffer.slice(start, at + 1))
        start = -1
      }
      const from = start < 0 ? length : start
      buffer.copyWithin(0, from, length)
      length -= from
      at = length
      if (start >= 0) start = 0
      return complete
    },
    pending: () => start >= 0,
  }
}

/** The bytes of base64 text, padded or not, in either alphabet. Throws when it is none. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
