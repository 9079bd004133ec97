import { printed } from './key-labels.ts'
import styles from './key-cap.module.css'

/** The way out of a dialog, for the key and for a finger. */
export function CloseCap({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
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
