import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Toaster, toast } from '../../ui/overlays/toast.tsx'
import { type Overlay, useCommands, useKeyboard, useShortcuts } from '../commands.ts'
import { StatusLine } from './status-line.tsx'
import styles from '../shell.module.css'
import { endTypeAhead } from '../keyboard/type-ahead.ts'

/** A dialog whose code comes when it is opened. Where it does not come the dialog closes and says so; the page stays. */
function overlay<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | undefined
  return function Overlay(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const refuse = useEffectEvent(() => {
      toast('This part of Lyra could not be loaded.')
      endTypeAhead(undefined)
      props.onClose()
    })
    useEffect(() => {
      let gone = false
      load().then(
        (part) => {
          loaded = part
          if (!gone) setPart(() => part)
        },
        () => gone || refuse(),
      )
      return () => {
        gone = true
      }
    }, [])
    return Part && <Part {...props} />
  }
}

const Palette = overlay(async () => (await import('../palette/palette.tsx')).Palette)
const SaveView = overlay(async () => (await import('../save-view.tsx')).SaveView)
const KeySheet = overlay(async () => (await import('../keyboard/key-sheet.tsx')).KeySheet)
const Menu = overlay(async () => (await import('./menu.tsx')).Menu)

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
      {overlay === 'palette' && <Palette commands={commands} onOpen={onOpen} onClose={close('palette')} />}
      {overlay === 'save' && <SaveView onClose={close('save')} />}
      {overlay === 'keys' && <KeySheet shortcuts={shortcuts} onClose={close('keys')} />}
      {overlay === 'menu' && <Menu commands={commands} onOpen={onOpen} onClose={close('menu')} />}
      <Toaster />
    </>
  )
}
