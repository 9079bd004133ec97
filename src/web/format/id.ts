const hexId = /^[0-9a-fA-F]{64}$/

const wellKnown = new Set(['network'])

/** A pasted id: spaces or quotes round it, any case, a `0x` prefix, or the market at the end of a candle id. */
const pasted = /^[\s"'`]*(trades_candle_\w+_)?(?:0x)?([0-9a-f]{64})[\s"'`]*$/i

/** The spelling that nodes know, lower case without `0x`: some return zeros for capitals. Other text is unchanged. */
export function foldId(text: string): string {
  const [, interval = '', hex] = pasted.exec(text) ?? []
  return hex === undefined ? text : `${interval}${hex}`.toLowerCase()
}

const hexInText = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi

/** The 64-digit ids in a text, folded, each once; also the one that a terminal or a mail broke into lines. */
export function pastedIds(text: string): string[] {
  const ids = new Set(Array.from(text.matchAll(hexInText), ([id]) => foldId(id)))
  const joined = foldId(text.replace(/\s+/g, ''))
  return ids.size === 0 && hexId.test(joined) ? [joined] : [...ids]
}

/** The only id in a text, as `pastedIds` reads it; undefined for none or several. */
export function pastedId(text: string): string | undefined {
  const [only, another] = pastedIds(text)
  return another === undefined ? only : undefined
}

/** Whether a text looks like an id or is a well-known name. The node decides. */
export const isId = (text: string): boolean => hexId.test(foldId(text)) || wellKnown.has(text)

export const notAnId = 'Not a 64-character id'

/** The warning below a field whose text does not look like an id; undefined when it does, or is empty. */
export function idWarning(text = ''): string | undefined {
  const { length } = pastedIds(text)
  if (length > 1) return `These are ${length} ids, and this field is for one. Choose one of them.`
  return text === '' || isId(text) ? undefined : `${notAnId}. Press Enter to try it anyway.`
}

/** First six, ellipsis, last six; short names stay whole. */
export const shortId = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 6)}\u2026${id.slice(-6)}`)

const points = 5
const grid = 5

const seeds = 32

/** Byte `at` (0..31) of a hex id, or of an FNV-1a hash of other text. */
function seedsOf(id: string): (at: number) => number {
  if (hexId.test(id)) return (at) => Number.parseInt(id.slice(at * 2, at * 2 + 2), 16)
  let hash = 0x811c9dc5
  const bytes = Array.from({ length: seeds }, (_, at) => {
    hash = Math.imul(hash ^ (id.charCodeAt(at % Math.max(1, id.length)) || at), 0x01000193) >>> 0
    return (hash >>> 13) & 0xff
  })
  return (at) => bytes[at] ?? 0
}

/** Five distinct points of a 5 by 5 grid (0..4) derived from an id, the bright one first. A memory aid, not a proof of identity. */
export function starPoints(id: string): { x: number; y: number }[] {
  const cells: number[] = []
  const seed = seedsOf(id)
  for (let at = 0; cells.length < points; at += 1) {
    const wanted = seed(at % seeds) + Math.floor(at / seeds)
    const cell = wanted % (grid * grid)
    if (!cells.includes(cell)) cells.push(cell)
  }
  return cells.map((cell) => ({ x: cell % grid, y: Math.floor(cell / grid) }))
}
