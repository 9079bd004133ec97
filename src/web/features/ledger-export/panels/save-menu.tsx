import { useAssets } from '../../../entities/asset/labels.ts'
import type { AssetScale, Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { messageOf } from '../../../ledger/stream/stages.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { PickerClosed } from '../run/choose-destination.ts'
import { saveRunFileAs, saveRunFile } from '../run/deliver-file.ts'
import type { Run } from '../run/run-store.ts'

/** Symbols and decimals of all known assets, for the spreadsheet form. */
export function useScales(): Record<string, AssetScale> {
  const { byId } = useAssets()
  const known = [...byId.values()].map(({ id, symbol, decimals }): [string, AssetScale] => [id, { symbol, decimals }])
  const set = Object.entries(preferences.get().decimals).map(([id, decimals]): [string, AssetScale] => [
    id,
    { symbol: '', decimals },
  ])
  return Object.fromEntries([...set, ...known])
}

/** Shows why something failed, unless the user closed the file picker. */
export const toastError = (what: string) => (error: unknown) => {
  if (!(error instanceof PickerClosed)) toast(`${what}: ${messageOf(error)}`)
}
const notSaved = toastError('The file could not be saved')

/** Saves the finished file again, in any form, without a request to the node. */
export function SaveMenu({ run }: { run: Run }) {
  const assets = useScales()
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
