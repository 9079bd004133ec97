import { useState } from 'react'
import { type ListedParty, type PartyListProblem, readPartyList } from '../../../wire/party-list.ts'
import { decodeText } from '../../../client/decode-text.ts'
import { withoutFormula } from '../../format/csv.ts'
import { shortId } from '../../format/id.ts'
import { plural } from '../../format/words.ts'
import { saveText } from '../../list/save-file.ts'
import { setWatched, takeNicknames } from '../../preferences/set-preferences.ts'
import { type PartyNames, partyNames } from '../../preferences/party-names.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { FileButton, useDropped } from '../../ui/inputs/file-button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import styles from './settings.module.css'

/** A name without the marks that keep its direction apart, in quotes: it may hold separators and `#`. */
const cellOf = (name: string): string =>
  `"${withoutFormula(name.replaceAll(/[\u2068\u2069]/g, '')).replaceAll('"', '""')}"`

/** The watched parties and then the others that have a name, as `readPartyList` and `--watch-file` of the service read them. */
export function partyListCsv(watched: readonly string[], names: PartyNames): string {
  const ids = [...new Set([...watched, ...Object.keys(names)])]
  const lines = ids.map((id) => (names[id] === undefined ? id : `${id},${cellOf(names[id])}`))
  return ['id,name', ...lines, ''].join('\n')
}

/** More would take many thousand names. */
const maxBytes = 5_000_000
const maxTold = 20

interface Taken extends ReturnType<typeof takeNicknames> {
  file: string
  parties: readonly ListedParty[]
  problems: readonly PartyListProblem[]
}

const nameIn = (parties: readonly ListedParty[], id: string): string =>
  parties.find(({ partyId }) => partyId === id)?.name ?? ''

/** What an import did, and each line that it did not read. */
function Report({ file, parties, problems, added, replaced }: Taken) {
  const watched = usePreference('watched')
  const unwatched = parties.filter(({ partyId }) => !watched.includes(partyId))
  const others = Object.entries(replaced)
  const same = parties.filter(({ name }) => name !== undefined).length - added - others.length
  const counts = [
    plural(added, 'new name'),
    ...(others.length > 0 ? [`${others.length} replaced`] : []),
    ...(same > 0 ? [`${same} as before`] : []),
  ]
  const lines = [
    ...problems.map(({ line, text, wrong }) => `Line ${line}: “${text.slice(0, 80)}” ${wrong}.`),
    ...others.map(([id, name]) => `${shortId(id)}: “${name}” is now “${nameIn(parties, id)}”.`),
  ]
  const watchAll = () => {
    for (const { partyId } of unwatched) setWatched(partyId, true)
  }
  return (
    <Notice
      state={problems.length > 0 ? 'watch' : 'ok'}
      action={
        unwatched.length > 0 && (
          <Button small onClick={watchAll}>{`Watch ${plural(unwatched.length, 'party', 'parties')}`}</Button>
        )
      }
    >
      {`${file}: ${counts.join(', ')}.`}
      {problems.length > 0 && ` ${plural(problems.length, 'line')} could not be read and changed nothing.`}
      {lines.length > 0 && (
        <ul className={styles.told}>
          {lines.slice(0, maxTold).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {lines.length > maxTold && <li>{`And ${lines.length - maxTold} more.`}</li>}
        </ul>
      )}
    </Notice>
  )
}

/** Names as a file: the list that `--watch-file` of the service takes. A file can be dropped anywhere on the page. */
export function NamesFile() {
  const [taken, setTaken] = useState<Taken>()
  const [error, setError] = useState<string>()
  const take = async (file: File) => {
    setTaken(undefined)
    setError(undefined)
    if (file.size > maxBytes) return setError(`${file.name} is too large for a list of names: nothing was changed.`)
    const read = await file.arrayBuffer().catch(() => undefined)
    if (read === undefined) return setError(`${file.name} cannot be read: nothing was changed.`)
    const before = preferences.get().nicknames
    const list = readPartyList(decodeText(new Uint8Array(read)))
    const result = takeNicknames(list.parties)
    setTaken({ file: file.name, ...list, ...result })
    const undo = () => {
      preferences.set({ nicknames: before })
      setTaken(undefined)
    }
    if (result.added > 0 || Object.keys(result.replaced).length > 0)
      toast('Names imported.', { label: 'Undo', onClick: undo })
  }
  const dragging = useDropped((file) => void take(file))
  const save = () => saveText('lyra-names.csv', 'text/csv', [partyListCsv(preferences.get().watched, partyNames())])
  return (
    <div className={styles.namesFile} data-dragging={dragging || undefined}>
      <div className="row">
        <Button icon="download" onClick={save}>
          Download names
        </Button>
        <FileButton
          label="File with names"
          accept=".csv,.txt,text/csv,text/plain"
          onFiles={([file]) => void take(file)}
        >
          Import names
        </FileButton>
      </div>
      <p className="quiet">
        {dragging
          ? 'Drop the file to import its names.'
          : 'CSV with id,name in each line; the service’s --watch-file takes the same file. You can also drop one on this page.'}
      </p>
      {error !== undefined && <Notice state="limit">{error}</Notice>}
      {taken && <Report {...taken} />}
    </div>
  )
}
