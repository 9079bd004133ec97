import { formatAge } from '../../format/duration.ts'
import { shortId } from '../../format/id.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { factsOf, type Run } from './run.ts'
import { csvTime, formatBytes } from './words.ts'
import styles from './page.module.css'

/** What is known of the file of a run that ended: size, times, whether its end was checked, hash, name. */
export function ResultFacts({ run }: { run: Run }) {
  const zone = useZone()
  const { rows, bytes, first, last } = factsOf(run)
  const [file, ...others] = run.files
  const { outcome } = run
  return (
    <Stats>
      <Stat label="Size" value={<span title={`${bytes} bytes`}>{formatBytes(bytes)}</span>} />
      {rows > 0 && <Stat label="First entry" value={<span title={first}>{csvTime(first, zone)}</span>} />}
      {rows > 0 && <Stat label="Last entry" value={<span title={last}>{csvTime(last, zone)}</span>} />}
      <Stat
        label="Tail"
        value={
          outcome === 'complete' ? (
            <StateBadge state="ok">Verified</StateBadge>
          ) : (
            <StateBadge state={outcome === 'unchecked' ? 'watch' : 'limit'}>
              {outcome === 'unchecked' ? 'Not checked' : 'Cut'}
            </StateBadge>
          )
        }
      />
      {file?.sha256 !== undefined && others.length === 0 && (
        <Stat
          label="SHA-256"
          value={
            <span className={styles.hash}>
              <span className="mono" title={file.sha256}>
                {shortId(file.sha256)}
              </span>
              <CopyButton text={file.sha256} label="Copy the SHA-256" />
            </span>
          }
        />
      )}
      {file && (
        <Stat
          label={others.length > 0 ? 'Files' : 'File'}
          value={<span className={styles.name}>{others.length > 0 ? run.files.length : file.name}</span>}
        />
      )}
      <Stat label="Took" value={formatAge(run.elapsed)} />
    </Stats>
  )
}
