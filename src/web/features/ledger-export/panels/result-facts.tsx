import { formatAge } from '../../../format/duration.ts'
import { shortId } from '../../../format/id.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { Stat, Stats } from '../../../ui/display/stat.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { formName } from '../file-name.ts'
import { changesBytes, factsOf, type Run } from '../run/run-model.ts'
import { csvTime, formatBytes } from '../format-bytes.ts'
import styles from '../page.module.css'

/** The SHA-256 of a file: abbreviated, with a button that copies all of it. */
function Hash({ sha256 }: { sha256: string }) {
  return (
    <span className={styles.hash}>
      <Exact className="mono" exact={sha256}>
        {shortId(sha256)}
      </Exact>
      <CopyButton text={sha256} label="Copy the SHA-256" />
    </span>
  )
}

/** The facts of an ended run: size, times, whether its end was checked, hash, name. */
export function ResultFacts({ run }: { run: Run }) {
  const zone = useZone()
  const { rows, bytes, first, last } = factsOf(run)
  const { outcome, file, form, result } = run
  // The delivered bytes are then not the bytes that were hashed.
  const changed = changesBytes(form)
  const finished = outcome === 'complete' || outcome === 'unchecked'
  return (
    <Stats>
      <Stat label="Size" value={formatBytes(bytes)} exact={`${bytes} bytes`} />
      {rows > 0 && <Stat label="First entry" value={csvTime(first, zone)} exact={first} />}
      {rows > 0 && <Stat label="Last entry" value={csvTime(last, zone)} exact={last} />}
      <Stat
        label="End of file"
        value={
          outcome === 'complete' ? (
            <StateBadge state="ok">Verified</StateBadge>
          ) : (
            <StateBadge state={outcome === 'unchecked' ? 'watch' : 'limit'}>
              {outcome === 'unchecked' ? 'Not checked' : 'Cut off'}
            </StateBadge>
          )
        }
      />
      {finished && result?.sha256 !== undefined && (
        <Stat label={changed ? 'SHA-256 of the original' : 'SHA-256'} value={<Hash sha256={result.sha256} />} />
      )}
      <Stat
        label="File"
        value={<span className={styles.name}>{changed ? formName(file.name, form) : file.name}</span>}
      />
      <Stat label="Duration" value={formatAge(run.elapsed)} />
    </Stats>
  )
}
