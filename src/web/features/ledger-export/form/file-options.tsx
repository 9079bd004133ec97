import { layoutNames, layouts } from '../../../ledger/rows/accounting.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import type { Scales } from '../../ledger/index.ts'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Checkbox } from '../../../ui/inputs/toggle.tsx'
import type { LedgerExportSearch } from '../search.ts'
import styles from '../page.module.css'

export const formOf = (search: LedgerExportSearch, { assets, markets }: Scales): Form => ({
  ...(search.form === 'spreadsheet' && {
    spreadsheet: { assets, delimiter: search.delimiter ?? ',', mark: search.mark === 'yes' },
  }),
  ...(search.form === 'accounting' && { accounting: { layout: search.columns ?? 'general', assets, markets } }),
  gzip: search.gzip === 'yes',
})

interface FileOptionsProps {
  search: LedgerExportSearch
  set: (name: keyof LedgerExportSearch, value: string | undefined) => void
}

const summary = ({ form, gzip }: LedgerExportSearch): string =>
  `${form === 'spreadsheet' ? 'for spreadsheets' : form === 'accounting' ? 'for accounting' : 'original bytes'}${gzip === 'yes' ? ', gzip' : ''}`

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
            { value: 'accounting', label: 'For accounting: received and sent, without internal moves' },
          ]}
          onChange={(value) => set('form', value === 'original' ? undefined : value)}
        />
        {search.form === 'accounting' && (
          <Select
            label="Column names"
            value={search.columns ?? 'general'}
            options={layoutNames.map((value) => ({ value, label: layouts[value].label }))}
            onChange={(value) => set('columns', value === 'general' ? undefined : value)}
          />
        )}
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
            <Checkbox
              label="Byte order mark (some programs need it to read UTF-8)"
              checked={search.mark === 'yes'}
              onChange={(on) => set('mark', on ? 'yes' : undefined)}
            />
          </>
        )}
        <Checkbox
          label="Compress with gzip"
          checked={search.gzip === 'yes'}
          onChange={(on) => set('gzip', on ? 'yes' : undefined)}
        />
      </div>
    </details>
  )
}
