/** One key, or two in a row such as `g m`. `mod` is the command key on a Mac and control elsewhere. */
export interface Shortcut {
  keys: string
  label: string
  group: 'Anywhere' | 'Go to'
  run: () => void
  /** Active in fields too; only for keys with a modifier. */
  always?: boolean
}

const timeoutMs = 1500

function isTyping(target: EventTarget | null): boolean {
  // A field of a dialog that was just closed keeps the focus until the next frame.
  if (!(target instanceof HTMLElement) || !target.checkVisibility()) return false
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true
  const buttons = new Set(['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color'])
  return target instanceof HTMLInputElement && !buttons.has(target.type)
}

const isOverlaid = (): boolean =>
  // One that was just closed keeps its role until the next event.
  [...document.querySelectorAll('dialog[open], [role="dialog"], [role="menu"]')].some(
    (one) => !one.hasAttribute('popover') || one.matches(':popover-open'),
  )

/** The notation of a pressed key; undefined for keys that no shortcut may use. */
function nameOf(event: KeyboardEvent): string | undefined {
  if (event.altKey || event.isComposing) return undefined
  const mod = event.metaKey || event.ctrlKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return mod ? `mod+${key}` : key
}

/** Ignores keys while a field has the focus, while a dialog or menu is open, and when the page has handled the key. */
export function keyboard(shortcuts: () => readonly Shortcut[]): (event: KeyboardEvent) => void {
  let first: { key: string; at: number } | undefined
  return (event) => {
    const key = nameOf(event)
    if (key === undefined || event.defaultPrevented || event.repeat) return
    const before = first && event.timeStamp - first.at < timeoutMs ? first.key : undefined
    first = undefined
    const all = shortcuts()
    const free = !isTyping(event.target) && !isOverlaid()
    const found =
      (before !== undefined && all.find(({ keys }) => keys === `${before} ${key}`)) ||
      all.find(({ keys }) => keys === key)
    if (found && (free || found.always)) {
      event.preventDefault()
      found.run()
      return
    }
    if (free && all.some(({ keys }) => keys.startsWith(`${key} `))) first = { key, at: event.timeStamp }
  }
}

const earlyKeys: KeyboardEvent[] = []

function keepEarlyKey(event: KeyboardEvent): void {
  // Browsers have their own uses of these two.
  if (opensPalette(event)) event.preventDefault()
  earlyKeys.push(event)
}

/** Keeps keys pressed before the frame is mounted: the first render waits for fonts. */
export const keepEarlyKeys = (): void => document.addEventListener('keydown', keepEarlyKey)

const opensPalette = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === '/' || (key.toLowerCase() === 'k' && (ctrlKey || metaKey))
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

/**
 * Adds a keydown listener, and calls it for the keys kept so far, up to one that opens the palette: what was typed after it
 * is the palette's text and no shortcut, and is handed to `onText`. Returns what removes the listener.
 */
export function listenToKeys(listener: (event: KeyboardEvent) => void, onText: (text: string) => void): () => void {
  document.removeEventListener('keydown', keepEarlyKey)
  document.addEventListener('keydown', listener)
  const early = earlyKeys.splice(0)
  const opening = early.findIndex(opensPalette)
  const count = opening === -1 ? early.length : opening + 1
  for (const event of early.slice(0, count)) listener(new KeyboardEvent('keydown', event))
  const text = early.slice(count).filter(isText)
  if (text.length > 0) onText(text.map(({ key }) => key).join(''))
  return () => document.removeEventListener('keydown', listener)
}
