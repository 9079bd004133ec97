import type { ReactNode } from 'react'
import { isId, notAnId } from '../format/id.ts'
import { instantError, isNanoseconds, parseInstant, formatInstant } from '../format/time.ts'
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

/** Above a page that leaves out a time of its address because it cannot be understood: each is named, with the reason. */
export function InvalidTimesWarning() {
  const { search } = useLocation()
  const odd = ['from', 'to', 'start', 'end'].flatMap((name) => {
    const text = search[name] ?? ''
    return text === '' || isNanoseconds(text) ? [] : [oddTime(`“${name}=${text}”`, text)]
  })
  return odd.length === 0 ? null : <Notice state="watch">Ignored in the address: {odd.join(' ')}</Notice>
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
