import { useAssets } from '../../../entities/market-asset-labels.ts'
import { PickerClosed } from '../engine/stream/file-pickers.ts'
import type { AssetScale, Form } from '../engine/sums/csv-for-spreadsheets.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { Run } from '../run/run.ts'
import { saveAs, saveRun } from '../run/files.ts'

/** Symbols and decimals of all assets that are known, for the spreadsheet form. */
export function useScales(): Record<string, AssetScale> {
  const { byId } = useAssets()
  const known = [...byId.values()].map(({ id, symbol, decimals }): [string, AssetScale] => [id, { symbol, decimals }])
  const set = Object.entries(preferences.get().decimals).map(([id, decimals]): [string, AssetScale] => [
    id,
    { symbol: '', decimals },
  ])
  return Object.fromEntries([...set, ...known])
}

const failed = (error: unknown): void => {
  if (error instanceof PickerClosed) return
  toast(`The file could not be saved: ${error instanceof Error ? error.message : String(error)}`)
}

/** The finished file once more, in any form, without asking the node again. */
export function SaveMenu({ run }: { run: Run }) {
  const assets = useScales()
  const [file] = run.files
  if (!file) return null
  const sheet = (delimiter: ',' | ';', mark: boolean, gzip = false): Form => ({
    spreadsheet: { assets, delimiter, mark },
    gzip,
  })
  const save = (form: Form) => {
    for (const at of run.files.keys()) saveAs(run.id, at, form).catch(failed)
  }
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
      {file.target.kind !== 'file' && (
        <Button icon="download" onClick={() => saveRun(run.id).catch(failed)}>
          Original CSV
        </Button>
      )}
      <Menu trigger="With decimals" label="With decimals and other forms" items={items} />
    </>
  )
}
