import type { ReactNode } from 'react'
import { formatInstant } from '../format/time.ts'
import { useZone } from '../preferences/use-preferences.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useStoppedAt } from './use-node-status.ts'

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
