import { saveFile } from '../../list/save-file.ts'
import { type Layout, layoutNames, layouts } from '../../ledger/rows/accounting.ts'
import type { Form } from '../../ledger/rows/csv-for-spreadsheets.ts'
import { messageOf } from '../../../client/stages.ts'
import { plural } from '../../format/words.ts'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useScales } from '../ledger/index.ts'
import type { Session } from './reading/session.ts'
import { useReading } from './reading/use-session.ts'
import { endingOf } from './words.ts'

const original: Form = { gzip: false }

/** `ledger-all-41872-rows.koinly.csv`; rows of which some are missing are named so. */
function nameOf(session: Session, { accounting, spreadsheet }: Form): string {
  const reading = session.reading.get()
  const { shown, facts } = reading.progress
  const isCut = ['incomplete', 'refused', 'partly', 'reading'].includes(endingOf(reading, session.source))
  const kind = accounting ? accounting.layout.replace('general', 'accounting') : spreadsheet && 'spreadsheet'
  const which = shown === facts.rows ? 'all' : 'shown'
  return [`ledger-${which}-${shown}-rows`, isCut && 'incomplete', kind, 'csv'].filter(Boolean).join('.')
}

/** Saves the shown rows in a form; says what was saved, or why nothing was. */
export function useDownload(session: Session) {
  const scales = useScales()
  const save = async (form: Form) => {
    const name = nameOf(session, form)
    const { shown } = session.reading.get().progress
    saveFile(name, await session.file(form))
    toast(
      form.accounting
        ? `Saved as ${name}, without moves between the party's own accounts`
        : `${plural(shown, 'row')} saved as ${name}`,
    )
  }
  const start = (form: Form) =>
    void save(form).catch((error) => toast(`The file could not be saved: ${messageOf(error)}`))
  return {
    original: () => start(original),
    spreadsheet: () => start({ spreadsheet: { assets: scales.assets, delimiter: ',', mark: false }, gzip: false }),
    accounting: (layout: Layout) => start({ accounting: { layout, ...scales }, gzip: false }),
  }
}

/** The entries of a menu that save an accounting file under the column names of a program. */
export const layoutItems = (save: (layout: Layout) => void): MenuItem[] =>
  layoutNames.map((layout) => ({ label: layouts[layout].label, hint: '.csv', onSelect: () => save(layout) }))

export function DownloadMenu({ session }: { session: Session }) {
  const download = useDownload(session)
  const { phase, progress } = useReading(session)
  return (
    <Menu
      trigger="Download these rows"
      icon="download"
      // How many stands in the rows' own head: a label that grows while rows arrive would move the page.
      label={`Download these rows: ${plural(progress.shown, 'row')}`}
      disabled={progress.shown === 0 || phase === 'reading'}
      items={[
        { label: 'Spreadsheet-safe CSV', hint: 'decimals', onSelect: download.spreadsheet },
        { label: 'Original CSV', hint: 'every byte', onSelect: download.original },
        { heading: 'Accounting, with the columns of' },
        ...layoutItems(download.accounting),
      ]}
    />
  )
}
