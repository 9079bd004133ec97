import styles from './key-cap.module.css'

export function CloseCap({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
      <kbd className={styles.cap}>Esc</kbd>
    </button>
  )
}

/** The caps of a shortcut on this machine: `mod+k` has two, and so has `g m`. */
export function printed(keys: string): string[] {
  const command = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  return keys.split(' ').flatMap((part) => {
    const [key = '', mod] = part.length > 1 ? part.split('+').reverse() : [part]
    return mod === undefined ? [key] : [mod === 'mod' ? command : mod, key.toUpperCase()]
  })
}

export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.caps} aria-hidden="true">
      {printed(keys).map((key) => (
        <kbd key={key} className={styles.cap}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
