import { useEffect, useState } from 'react'
import type { Target } from '../engine/stream/sinks.ts'
import type { AssetScale, Form } from '../engine/sums/csv-for-spreadsheets.ts'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { freeStorage, minFreeBytes, ownTarget } from '../run/choose-destination.ts'
import { removeTarget } from '../run/deliver-file.ts'
import type { LedgerExportSearch } from '../search.ts'
import { formatBytes } from '../format-bytes.ts'
import styles from '../page.module.css'

/** The form of the delivered file according to the address. */
export const formOf = (search: LedgerExportSearch, assets: Record<string, AssetScale>): Form => ({
  ...(search.form === 'spreadsheet' && {
    spreadsheet: { assets, delimiter: search.delimiter ?? ',', mark: search.mark === 'yes' },
  }),
  gzip: search.gzip === 'yes',
})

interface FileOptionsProps {
  search: LedgerExportSearch
  set: (name: keyof LedgerExportSearch, value: string | undefined) => void
}

const summary = ({ form, gzip }: LedgerExportSearch): string =>
  `${form === 'spreadsheet' ? 'for spreadsheets' : 'original bytes'}${gzip === 'yes' ? ', gzip' : ''}`

function Check(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={props.checked} onChange={(event) => props.onChange(event.target.checked)} />
      {props.label}
    </label>
  )
}

/** The form of the delivered file. */
export function FileOptions({ search, set }: FileOptionsProps) {
  return (
    <details className={styles.options}>
      <summary>
        File <span>{summary(search)}</span>
      </summary>
      <div className={styles.form}>
        <Select
          label="Format"
          value={search.form ?? 'original'}
          options={[
            { value: 'original', label: 'Original bytes, as the node sends them' },
            { value: 'spreadsheet', label: 'For spreadsheets: decimals, ISO time, safe cells' },
          ]}
          onChange={(value) => set('form', value === 'spreadsheet' ? value : undefined)}
        />
        {search.form === 'spreadsheet' && (
          <>
            <Segmented
              label="Column separator"
              value={search.delimiter ?? ','}
              options={[
                { value: ',', label: 'Comma' },
                { value: ';', label: 'Semicolon' },
              ]}
              onChange={(value) => set('delimiter', value === ';' ? value : undefined)}
            />
            <Check
              label="Byte order mark (some programs need it to read UTF-8)"
              checked={search.mark === 'yes'}
              onChange={(on) => set('mark', on ? 'yes' : undefined)}
            />
          </>
        )}
        <Check
          label="Compress with gzip"
          checked={search.gzip === 'yes'}
          onChange={(on) => set('gzip', on ? 'yes' : undefined)}
        />
      </div>
    </details>
  )
}

interface Destination {
  kind: Target['kind']
  free: number | undefined
}

/** Where the file will go in this browser, found without asking the user. */
async function findDestination(): Promise<Destination> {
  if ('showSaveFilePicker' in globalThis) return { kind: 'file', free: undefined }
  const target = await ownTarget(`probe${Math.random().toString(36).slice(2)}`)
  await removeTarget(target)
  return { kind: target.kind, free: await freeStorage() }
}

function memoryReason(free: number | undefined): string {
  if (!globalThis.isSecureContext) return 'This page is not on https, so the browser cannot write to a file'
  if (free === undefined || free >= minFreeBytes) return 'This browser offers no storage on this page'
  return `This browser has only ${formatBytes(free)} left for this page`
}

/** A sentence on where the bytes will go, and why not somewhere better. */
export function DestinationNote() {
  const [known, setKnown] = useState<Destination>()
  useEffect(() => void findDestination().then(setKnown), [])
  if (!known) return null
  const free = known.free === undefined ? '' : ` About ${formatBytes(known.free)} are free.`
  const words: Record<Target['kind'], string> = {
    file: 'The file is saved when the export finishes. Reloading earlier discards it.',
    private: `This browser cannot write to a file you choose: the export is collected in its own storage, then saved as a download.${free}`,
    memory: `${memoryReason(known.free)}, so the export is held in memory. For a very large one, use the plain link.`,
  }
  return <p className={styles.quiet}>{words[known.kind]}</p>
}
