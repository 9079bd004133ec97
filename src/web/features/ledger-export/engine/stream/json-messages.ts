const [quote, backslash, open, close] = [34, 92, 123, 125]

/**
 * Cuts the bytes of a stream of JSON objects at their ends, whatever stands between them: line ends, nothing, or the
 * brackets and commas of one array. Feed bytes in any pieces; each call gives the objects that became whole.
 */
export function jsonObjects(): { push(bytes: Uint8Array): Uint8Array[]; pending(): boolean } {
  let buffer = new Uint8Array(4096)
  let length = 0
  let at = 0
  let start = -1
  let depth = 0
  let inString = false
  let escaped = false

  const keep = (bytes: Uint8Array): void => {
    if (length + bytes.length > buffer.length) {
      const larger = new Uint8Array(Math.max(buffer.length * 2, length + bytes.length))
      larger.set(buffer.subarray(0, length))
      buffer = larger
    }
    buffer.set(bytes, length)
    length += bytes.length
  }

  /** A message is nearly all one base64 string: `indexOf` skips it faster than a loop. */
  const skipString = (): void => {
    while (at < length) {
      if (escaped) {
        escaped = false
        at++
        continue
      }
      const end = buffer.indexOf(quote, at)
      const until = end < 0 || end >= length ? length : end
      const slash = buffer.indexOf(backslash, at)
      if (slash >= 0 && slash < until) {
        escaped = true
        at = slash + 1
        continue
      }
      at = until
      if (until < length) {
        inString = false
        at++
      }
      return
    }
  }

  return {
    push(bytes) {
      keep(bytes)
      const whole: Uint8Array[] = []
      while (at < length) {
        if (inString) {
          skipString()
          continue
        }
        const byte = buffer[at]!
        at++
        if (byte === quote) inString = true
        else if (byte === open && depth++ === 0) start = at - 1
        else if (byte === close && depth > 0 && --depth === 0) {
          whole.push(buffer.slice(start, at))
          start = -1
        }
      }
      const from = start < 0 ? length : start
      buffer.copyWithin(0, from, length)
      length -= from
      at -= from
      if (start >= 0) start = 0
      return whole
    },
    pending: () => start >= 0,
  }
}

/** The bytes of base64 text, padded or not, in either alphabet. Throws when it is none. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}
