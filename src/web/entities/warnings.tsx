import type { ReactNode } from 'react'
import { isId, notAnId } from '../format/id.ts'
import { instantError, parseInstant, formatInstant } from '../format/time.ts'
import { type Search, searchOf, ZoneValue } from '../router/search.ts'
import { useLocation } from '../router/use-location.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useZone } from '../preferences/use-preferences.ts'
import { useStoppedAt } from './use-node-status.ts'

/** Above a page whose address has an id that does not look like one. The node decides, so the page is shown. */
export const InvalidIdWarning = ({ id }: { id: string }) =>
  isId(id) ? null : <Notice state="watch">{notAnId}. Here is what the node returns for it.</Notice>

const oddTime = (field: string, text: string): string =>
  parseInstant(text, 'utc') === undefined
    ? instantError(field, text)
    : `${field} has no zone: end it with Z or +00, or add zone=utc.`

const readZoneSearch = searchOf({ zone: ZoneValue })

interface ReadSearch {
  invalid: (search: Search) => readonly { name: string; value: string }[]
}

const timeNames: ReadonlySet<string> = new Set(['from', 'to', 'start', 'end'])

/** Above a page that leaves out what its address has and it cannot understand: each is named, times with the reason. */
export function IgnoredParamsWarning({ read = readZoneSearch }: { read?: ReadSearch }) {
  const { search } = useLocation()
  // The frame reads the zone of every page.
  const all = [...read.invalid(search), ...readZoneSearch.invalid(search)]
  const ignored = new Map(all.map(({ name, value }) => [name, value]))
  const words = Array.from(ignored, ([name, value]) => {
    const param = `“${name}=${value}”`
    return timeNames.has(name) ? oddTime(param, value) : `${param} is not valid here.`
  })
  return words.length === 0 ? null : <Notice state="watch">Ignored in the address: {words.join(' ')}</Notice>
}

/** On a chain that has stopped, the time of its last block; the children say what is counted from there. */
export function StoppedNote({ className, children }: { className: string | undefined; children: ReactNode }) {
  const zone = useZone()
  const stoppedAt = useStoppedAt()
  if (stoppedAt === undefined) return null
  return (
    <div className={className}>
      <Notice>
        The last block is from {formatInstant(stoppedAt, zone)}: {children}
      </Notice>
    </div>
  )
}
