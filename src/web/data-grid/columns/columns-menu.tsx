import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import styles from './columns-menu.module.css'
import { ColumnsPanel } from './columns-panel.tsx'
import { onColumnsRequest } from './open-columns-event.ts'
import type { GridColumn } from './grid-columns.tsx'

interface ColumnsMenuProps<Row> {
  list: string
  columns: readonly GridColumn<Row>[]
}

/** The button that opens the list's columns. */
export function ColumnsMenu<Row>({ list, columns }: ColumnsMenuProps<Row>) {
  const id = useId()
  const popup = useRef<HTMLElement>(null)
  const before = useRef<Element>(null)
  const [open, setOpen] = useState<{ at: string | undefined }>()

  /** Below its button and inside the window: CSS anchors are not supported everywhere. */
  const place = () => {
    const button = document.querySelector(`[popovertarget="${id}"]`)
    if (!button) return
    const { bottom, right } = button.getBoundingClientRect()
    const style = popup.current?.style
    style?.setProperty('top', `${bottom + 4}px`)
    style?.setProperty('right', `${Math.max(8, document.documentElement.clientWidth - right)}px`)
    style?.setProperty('max-height', `${Math.max(160, window.innerHeight - bottom - 16)}px`)
  }
  const openAt = useEffectEvent((column: string) => {
    before.current = document.activeElement
    setOpen({ at: column })
    popup.current?.showPopover()
  })
  useEffect(() => onColumnsRequest((request) => (request.list === list ? openAt(request.column) : undefined)), [list])

  return (
    <>
      <Button icon="columns" popoverTarget={id}>
        Columns
      </Button>
      <section
        ref={popup}
        id={id}
        popover="auto"
        className={styles.panel}
        aria-label="Columns"
        onBeforeToggle={place}
        onToggle={({ newState }) => {
          if (newState === 'open') return setOpen((current) => current ?? { at: undefined })
          setOpen(undefined)
          if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
          before.current = null
        }}
      >
        {open ? <ColumnsPanel list={list} columns={columns} at={open.at} /> : null}
      </section>
    </>
  )
}
