import { Icon } from '../../ui/icons/icon.tsx'
import { KeyCaps } from '../keyboard/key-cap.tsx'
import styles from './find-button.module.css'

export function FindButton({ onFind, bare = false }: { onFind: () => void; bare?: boolean }) {
  return (
    <button
      type="button"
      className={styles.find}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onFind}
    >
      <Icon name="search" />
      <span>Find or go to</span>
      {!bare && <KeyCaps keys="mod+k" />}
    </button>
  )
}
