import { useEffect, useRef, type ReactNode } from 'react'

/** As `ref` of the control to focus when its dialog opens: React's `autoFocus` runs before the dialog is open. */
export const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
/** As `firstFocus`, with its text selected, which what is typed replaces. */
export const firstSelected = (element: HTMLElement | null): void => element?.setAttribute('autofocus', 'selected')

/** The native modal dialog: it traps and restores the focus and closes on Escape. A click on the backdrop closes it too. */
export function Dialog(props: {
  label: string
  className: string | undefined
  onClose: () => void
  children: ReactNode
}) {
  const { label, className, onClose, children } = props
  const dialogRef = useRef<HTMLDialogElement>(null)
  const left = useRef(false)
  useEffect(() => {
    const dialog = dialogRef.current
    left.current = false // strict mode leaves and comes back
    if (dialog && !dialog.open) dialog.showModal()
    const focusTarget = dialog?.querySelector<HTMLElement>('[autofocus]')
    focusTarget?.focus()
    if (focusTarget instanceof HTMLInputElement) {
      const { length } = focusTarget.value
      focusTarget.setSelectionRange(focusTarget.getAttribute('autofocus') === 'selected' ? 0 : length, length)
    }
    return () => {
      // Another dialog may be replacing this one: then the user has not closed it.
      left.current = true
      dialog?.close()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too
    <dialog
      ref={dialogRef}
      aria-label={label}
      className={className}
      onClose={() => {
        if (!left.current && !dialogRef.current?.open) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialogRef.current) dialogRef.current.close()
      }}
    >
      {children}
    </dialog>
  )
}
