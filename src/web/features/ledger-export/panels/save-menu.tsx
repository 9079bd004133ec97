import { layoutNames, layouts } from '../../../ledger/rows/accounting.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { useScales } from '../../ledger/index.ts'
import { messageOf } from '../../../../client/stages.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { PickerClosed } from '../run/choose-destination.ts'
import { saveRunFileAs, saveRunFile } from '../run/deliver-file.ts'
import type { Run } from '../run/run-store.ts'

/** Shows why something failed, unless the user closed the file picker. */
export const toastError = (what: string) => (error: unknown) => {
  if (!(error instanceof PickerClosed)) toast(`${what}: ${messageOf(error)}`)
}
const notSaved = toastError('The file could not be saved')

/** Saves the finished file again, in any form, without a request to the node. */
export function SaveMenu({ run }: { run: Run }) {
  const { assets, markets } = useScales()
  const sheet = (delimiter: ',' | ';', mark: boolean, gzip = false): Form => ({
    spreadsheet: { assets, delimiter, mark },
    gzip,
  })
  const save = (form: Form) => void saveRunFileAs(run.id, form).catch(notSaved)
  const items: (MenuItem | { heading: string })[] = [
    { heading: 'Spreadsheet' },
    { label: 'Comma', hint: '.csv', onSelect: () => save(sheet(',', false)) },
    { label: 'Comma, with byte order mark', hint: '.csv', onSelect: () => save(sheet(',', true)) },
    { label: 'Semicolon, with byte order mark', hint: '.csv', onSelect: () => save(sheet(';', true)) },
    { heading: 'Accounting, with the columns of' },
    ...layoutNames.map((layout) => ({
      label: layouts[layout].label,
      hint: '.csv',
      onSelect: () => save({ accounting: { layout, assets, markets }, gzip: false }),
    })),
    { heading: 'Compressed' },
    { label: 'Original bytes', hint: '.csv.gz', onSelect: () => save({ gzip: true }) },
    { label: 'Spreadsheet, comma', hint: '.csv.gz', onSelect: () => save(sheet(',', false, true)) },
  ]
  return (
    <>
      {run.file.target.kind !== 'file' && (
        <Button icon="download" onClick={() => saveRunFile(run.id).catch(notSaved)}>
          Original CSV
        </Button>
      )}
      <Menu trigger="With decimals" label="With decimals and other forms" items={items} />
    </>
  )
}
