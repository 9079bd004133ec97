import { useEffect, useState } from 'react'
import { leastRoom, ownTarget, removeTarget, room } from '../engine/stream/file-pickers.ts'
import type { AssetScale } from '../engine/sums/csv-for-spreadsheets.ts'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { ExportOptions } from '../run/run.ts'
import type { LedgerExportSearch } from '../search.ts'
import { formatBytes } from '../format-bytes.ts'
import styles from '../page.module.css'

/** What the address says about asking and handing over. */
export const optionsOf = (search: LedgerExportSearch, assets: Record<string, AssetScale>): ExportOptions => ({
  months: search.months !== undefined,
  each: search.months === 'each',
  form: {
    ...(search.form === 'spreadsheet' && {
      spreadsheet: { assets, delimiter: search.delimiter ?? ',', mark: search.mark === 'yes' },
    }),
    gzip: search.gzip === 'yes',
  },
})

interface FileOptionsProps {
  search: LedgerExportSearch
  set: (name: keyof LedgerExportSearch, value: string | undefined) => void
}

const summary = ({ months, form, gzip }: LedgerExportSearch): string =>
  [
    form === 'spreadsheet' ? 'for spreadsheets' : 'original bytes',
    gzip === 'yes' ? 'gzip' : '',
    months === undefined ? 'asked at once' : months === 'one' ? 'month by month' : 'a file a month',
  ]
    .filter(Boolean)
    .join(', ')

function Check(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={props.checked} onChange={(event) => props.onChange(event.target.checked)} />
      {props.label}
    </label>
  )
}

/** How the range is asked for and what the file is handed over as. The usual choice needs no opening. */
export function FileOptions({ search, set }: FileOptionsProps) {
  return (
    <details className={styles.options}>
      <summary>
        File <span>{summary(search)}</span>
      </summary>
      <div className={styles.form}>
        <Select
          label="Form"
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
              label="Columns are divided by"
              value={search.delimiter ?? ','}
              options={[
                { value: ',', label: 'Comma' },
                { value: ';', label: 'Semicolon' },
              ]}
              onChange={(value) => set('delimiter', value === ';' ? value : undefined)}
            />
            <Check
              label="Byte order mark, for programs that need it to see UTF-8"
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
        <Select
          label="Ask"
          value={search.months ?? 'once'}
          options={[
            { value: 'once', label: 'At once' },
            { value: 'one', label: 'Month by month, into one file' },
            { value: 'each', label: 'Month by month, a file each' },
          ]}
          onChange={(value) => set('months', value === 'once' ? undefined : value)}
        />
        <p className={styles.quiet}>
          Month by month, each month is checked and repeated on its own, and what is done survives a reload.
        </p>
      </div>
    </details>
  )
}

type Place = 'file' | 'private' | 'memory'

/** Where the file will go in this browser, found out without asking the reader. */
function usePlace(): { place: Place; free: number | undefined } | undefined {
  const [known, setKnown] = useState<{ place: Place; free: number | undefined }>()
  useEffect(() => {
    let gone = false
    const find = async () => {
      if ('showSaveFilePicker' in globalThis) return { place: 'file', free: undefined } as const
      const target = await ownTarget(`probe${Math.random().toString(36).slice(2)}-0`)
      await removeTarget(target)
      return { place: target.kind, free: await room() }
    }
    void find().then((found) => {
      if (!gone) setKnown(found)
    })
    return () => {
      gone = true
    }
  }, [])
  return known
}

function whyMemory(free: number | undefined): string {
  if (!globalThis.isSecureContext) return 'This page is not on https, so the browser offers no file to write to'
  if (free === undefined || free >= leastRoom) return 'This browser offers no storage here'
  return `This browser has only ${formatBytes(free)} left for this page`
}

/** A sentence on where the bytes will go, and why not somewhere better. `each` says that every month is a file of its own. */
export function PlaceNote({ each = false }: { each?: boolean }) {
  const known = usePlace()
  if (!known) return null
  const free = known.free === undefined ? '' : ` About ${formatBytes(known.free)} are free.`
  const words: Record<Place, string> = {
    file: each
      ? 'You choose the folder. The browser puts the file of a month in place when its answer has ended: a reload before that loses the month under way.'
      : 'You choose the file. The browser puts it in place when an answer has ended: a reload before that loses what came, month by month only the month under way.',
    private: `This browser cannot write to a file you choose: the export is collected in its own storage, then handed over as a download.${free}`,
    memory: `${whyMemory(known.free)}: it holds the export in memory. For very large ones the plain link is the safe way.`,
  }
  return <p className={styles.quiet}>{words[known.place]}</p>
}
