import { shortId } from '../../../format/id.ts'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import styles from '../page.module.css'

/** The SHA-256 of a file, short to look at and whole to copy. `of` tells one file from another, aloud. */
export function Hash({ sha256, of }: { sha256: string; of?: string | undefined }) {
  return (
    <span className={styles.hash}>
      <span className="mono" title={sha256}>
        {shortId(sha256)}
      </span>
      <CopyButton text={sha256} label={of === undefined ? 'Copy the SHA-256' : `Copy the SHA-256 of ${of}`} />
    </span>
  )
}
