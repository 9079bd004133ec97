/**
 * Splits a stream of JSON objects, whatever separates them: line ends, nothing, or the brackets and commas of an array. Each
 * call of `push` returns the objects that are complete; `pending` is true when one has begun.
 */
export function jsonObjects(): { push(bytes: Uint8Array): string[]; pending(): boolean } {
  const decoder = new TextDecoder()
  /** From the beginning of the object that is not complete yet. */
  let text = ''
  let depth = 0
  let inString = false
  let escaped = false

  /** Reads one character; returns whether an object ends with it. */
  const ends = (character: string): boolean => {
    if (inString) {
      if (escaped) escaped = false
      else if (character === '\\') escaped = true
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth++
    else if (character === '}' && depth > 0) return --depth === 0
    return false
  }

  return {
    push(bytes) {
      const complete: string[] = []
      let at = text.length
      text += decoder.decode(bytes, { stream: true })
      let start = 0
      for (; at < text.length; at++) {
        if (!ends(text[at]!)) {
          if (depth === 0) start = at + 1
          continue
        }
        complete.push(text.slice(start, at + 1))
        start = at + 1
      }
      text = text.slice(start)
      return complete
    },
    pending: () => depth > 0,
  }
}

/** The bytes of base64 text, padded or not, in either alphabet. Throws when it is none. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
