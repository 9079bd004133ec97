import { useEffect, useState } from 'react'
import { isArchive } from '../../../client/node-fetch.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'
import type { Target } from '../../../ledger/stream/output-file.ts'
import { formatBytes } from '../../../ledger/ledger-words.ts'
import { freeStorage, minFreeBytes, ownTarget } from '../run/choose-destination.ts'
import { removeTarget } from '../run/deliver-file.ts'
import styles from '../page.module.css'

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

/** What happens to the file in a few words. */
const outcomes: Record<Target['kind'], string> = {
  file: 'You choose where; it is saved when complete.',
  private: 'It is downloaded when complete.',
  memory: 'It is held in memory, then downloaded.',
}

/** What this browser does with a file that is being written, and why nothing better. */
function fileRules({ kind, free }: Destination, node: string): string {
  const instead = isArchive(node) ? 'choose a shorter range' : 'use the plain link'
  const left = free === undefined ? '' : ` About ${formatBytes(free)} are free.`
  const rules: Record<Target['kind'], string> = {
    file: 'This browser writes to the file you choose and saves it when the export finishes. Reloading earlier discards it.',
    private: `This browser cannot write to a file you choose: the export is collected in its own storage, then saved as a download.${left}`,
    memory: `${memoryReason(free)}, so the export is held in memory. For a very large one, ${instead}.`,
  }
  return rules[kind]
}

/** Where the file goes; the rules of this browser for files are behind the question mark. */
export function DestinationNote() {
  const [destination, setDestination] = useState<Destination>()
  const node = usePreference('node')
  useEffect(() => void findDestination().then(setDestination), [])
  const rules =
    destination === undefined ? 'Checking how this browser can save the file.' : fileRules(destination, node)
  return (
    <p className={styles.hint}>
      {destination === undefined ? 'It is saved when complete.' : outcomes[destination.kind]}{' '}
      <Explain
        entry={{
          title: 'How the file is saved',
          text: `${rules} Times are to the second. The file holds what the node still keeps.`,
        }}
      />
    </p>
  )
}
