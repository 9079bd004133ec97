import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { listen } from '../../listen.ts'

interface FileButtonProps extends Pick<ButtonProps, 'small' | 'children'> {
  /** Accessible name of the field behind the button. */
  label: string
  accept: string
  multiple?: boolean
  /** At least one file; the same one can be chosen again. */
  onFiles: (files: readonly [File, ...File[]]) => void
}

/** A button that lets the reader choose files. */
export function FileButton({ label, accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} icon="upload" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? []
          target.value = ''
          if (first) onFiles([first, ...others])
        }}
      />
    </>
  )
}

const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Takes a file that is dropped anywhere on the page; true while one is dragged over it. */
export function useDropped(onFile: (file: File) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const dragover = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setDragging(true)
    }
    const dragleave = (event: DragEvent) => {
      // Leaving one element for another within the page is no leaving.
      if (event.relatedTarget === null) setDragging(false)
    }
    const drop = (event: DragEvent) => {
      setDragging(false)
      if (!hasFile(event)) return
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) take(file)
    }
    return listen(document, { dragover, dragleave, drop })
  }, [])
  return dragging
}
