/** The text of a file that a person saved: UTF-16 where its first two bytes say so, as a spreadsheet's "Unicode text", else UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`
  return new TextDecoder(mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8').decode(bytes)
}
