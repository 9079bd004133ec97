import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import type { Source } from '../reading/session.ts'

/** A file from the reader's disk. */
export type Opened = Extract<Source, { kind: 'file' }>

/** A button that lets the reader choose a file of a ledger export. */
export function OpenFile({ onOpen, children }: { onOpen: (file: File) => void; children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.gz,text/csv,application/gzip"
        aria-label="Ledger export to open"
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be chosen again.
          target.value = ''
          if (file) onOpen(file)
        }}
      />
    </>
  )
}
