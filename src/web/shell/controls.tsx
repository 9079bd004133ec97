import { Suspense, lazy } from 'react'
import { Toaster } from '../ui/toast.tsx'
import { type Overlay, useCommands, useKeyboard, useShortcuts } from './commands.ts'
import { StatusLine } from './status-line.tsx'
import styles from './shell.module.css'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }))
const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))
const Menu = lazy(async () => ({ default: (await import('./menu.tsx')).Menu }))

interface ControlsProps {
  overlay: Overlay | undefined
  onOpen: (overlay: Overlay) => void
  onClose: (overlay: Overlay) => void
}

/** What can be done from every page: the keys, what they open, the status line, and the messages about what was done. */
export function Controls({ overlay, onOpen, onClose }: ControlsProps) {
  const commands = useCommands()
  const shortcuts = useShortcuts(commands, onOpen)
  useKeyboard(shortcuts)
  const close = (closed: Overlay) => () => onClose(closed)
  return (
    <>
      <div className={styles.status}>
        <StatusLine commands={commands} onOpen={onOpen} />
      </div>
      <Suspense>
        {overlay === 'palette' && <Palette commands={commands} onOpen={onOpen} onClose={close('palette')} />}
        {overlay === 'save' && <SaveView onClose={close('save')} />}
        {overlay === 'keys' && <KeySheet shortcuts={shortcuts} onClose={close('keys')} />}
        {overlay === 'menu' && <Menu commands={commands} onOpen={onOpen} onClose={close('menu')} />}
      </Suspense>
      <Toaster />
    </>
  )
}
