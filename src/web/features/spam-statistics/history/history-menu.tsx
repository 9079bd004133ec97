import { plural } from '../../../format/words.ts'
import { saveText } from '../../../infinite-list/save-file.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { forgetHistories } from './spam-history-db.ts'
import { type History, historyCsv } from './history.ts'
import type { SpamReply } from '../query.ts'
import { forgetSamples } from './samples.ts'

/** Exports the history of the counters and the last response as received. */
export function HistoryMenu({
  partyId,
  history,
  reply,
}: {
  partyId: string
  history: History
  reply: SpamReply | undefined
}) {
  const name = `spam-${partyId.slice(0, 16)}`
  const changes = Object.values(history).reduce((sum, runs) => sum + runs.length, 0)
  return (
    <Menu
      icon="download"
      trigger="Export"
      items={[
        {
          label: 'History as CSV',
          hint: plural(changes, 'change'),
          disabled: changes === 0,
          onSelect: () => saveText(`${name}-history.csv`, 'text/csv', historyCsv(history)),
        },
        {
          label: 'Latest response as JSON',
          disabled: reply === undefined,
          onSelect: () => saveText(`${name}.json`, 'application/json', [JSON.stringify(reply, null, 2)]),
        },
        'line',
        {
          label: 'Clear the history of all parties',
          onSelect: () => {
            forgetSamples()
            void forgetHistories()
            toast('Counter history cleared in this browser.')
          },
        },
      ]}
    />
  )
}
