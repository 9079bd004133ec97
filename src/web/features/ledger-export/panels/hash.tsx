import { shortId } from '../../../format/id.ts'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Exact } from '../../../ui/display/exact.tsx'
import styles from '../page.module.css'

/** Shown where a security policy forbids WebAssembly, which alone computes the hash. */
export const noHashWords =
  'This page has no SHA-256 of the file: the server that sent the page forbids WebAssembly, which computes it.'

/** The SHA-256 of a file: abbreviated, with a button that copies all of it. */
export function Hash({ sha256 }: { sha256: string }) {
  return (
    <span className={styles.hash}>
      <Exact className="mono" exact={sha256}>
        {shortId(sha256)}
      </Exact>
      <CopyButton text={sha256} label="Copy the SHA-256" />
    </span>
  )
}
