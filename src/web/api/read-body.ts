/** The bytes of a body in a buffer of their own. `onPiece` is told of each piece when it comes. */
export async function readBody({ body }: Response, onPiece: () => void): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    pieces.push(step.value)
    length += step.value.byteLength
    onPiece()
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole.buffer
}
