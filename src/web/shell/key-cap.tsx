import { printed } from './keyboard.ts'
import styles from './key-cap.module.css'

/** The way out of a dialog, for the key and for a finger. */
export function CloseCap({ onClose, focused = false }: { onClose: () => void; focused?: boolean }) {
  return (
    // A sheet without another control gives the focus to its way out.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <button type="button" className={styles.close} aria-label="Close" onClick={onClose} autoFocus={focused}>
      <kbd className={styles.cap}>Esc</kbd>
    </button>
  )
}

/** The keys of a shortcut as caps. Decorative where a control names its own shortcut. */
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
