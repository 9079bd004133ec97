import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { Button, type ButtonProps } from '../../ui/inputs/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { placePopup } from '../../ui/overlays/place-popup.ts'
import styles from './columns-menu.module.css'
import {
  columnsRequests,
  moveColumn,
  resetColumns,
  resizeColumn,
  sizeStep,
  useColumnTable,
  type ColumnSpec,
} from './column-table.ts'

interface ColumnsMenuProps {
  list: string
  columns: readonly (ColumnSpec & { header: string })[]
}

export function ColumnsMenu({ list, columns }: ColumnsMenuProps) {
  const id = useId()
  const popup = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<{ at: string | undefined }>()

  const openAt = useEffectEvent((column: string) => {
    setOpen({ at: column })
    popup.current?.showPopover()
  })
  useEffect(
    () => columnsRequests.subscribe((asked) => (asked.list === list ? openAt(asked.column) : undefined)),
    [list],
  )

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
        onToggle={(event) => {
          // The columns must be there before the popup is given its place.
          flushSync(() => setOpen((now) => (event.newState === 'open' ? (now ?? { at: undefined }) : undefined)))
          placePopup(event)
        }}
      >
        {open ? <ColumnsPanel list={list} columns={columns} at={open.at} /> : null}
      </section>
    </>
  )
}

const noRows: readonly object[] = []

/** A small button whose accessible name includes the column. */
const tool = (title: string, label: string, props: ButtonProps) => (
  <Button variant="bare" small title={title} aria-label={label} {...props} />
)

/** All that can be done to columns, and the row height, by keyboard. Column `at` is focused first. */
export function ColumnsPanel({ list, columns, at }: ColumnsMenuProps & { at: string | undefined }) {
  const menu = useRef<HTMLDivElement>(null)
  const table = useColumnTable(list, columns, noRows)
  const density = usePreference('density')
  useEffect(() => {
    const line = at === undefined ? undefined : menu.current?.querySelector(`[data-column="${CSS.escape(at)}"]`)
    line?.querySelector<HTMLElement>('input:enabled, button:enabled')?.focus()
  }, [at])

  const headers = new Map(columns.map(({ id, header }) => [id, header]))
  const inOrder = [...table.getStartLeafColumns(), ...table.getCenterLeafColumns()]

  return (
    <div ref={menu}>
      <ul>
        {inOrder.map((column, index) => {
          const { id } = column
          const header = headers.get(id) ?? id
          const pinned = column.getIsPinned()
          const neighbour = (by: -1 | 1) => {
            const target = inOrder[index + by]
            return target?.getIsPinned() === pinned ? target : undefined
          }
          const [left, right] = [neighbour(-1), neighbour(1)]
          return (
            <li key={id} data-column={id}>
              <label>
                <input
                  type="checkbox"
                  checked={column.getIsVisible()}
                  disabled={!column.getCanHide()}
                  onChange={() => column.toggleVisibility()}
                />
                {header}
              </label>
              {tool('Pin left', `Pin ${header} at the left`, {
                icon: 'lock',
                pressed: pinned !== false,
                onClick: () => column.pin(pinned === false ? 'start' : false),
              })}
              {tool('Move left', `Move ${header} left`, {
                icon: 'arrow-up',
                disabled: !left,
                onClick: () => left && moveColumn(column, left),
              })}
              {tool('Move right', `Move ${header} right`, {
                icon: 'arrow-down',
                disabled: !right,
                onClick: () => right && moveColumn(column, right),
              })}
              {tool('Narrower', `Narrower ${header}`, {
                children: '−',
                onClick: () => resizeColumn(column, column.getSize() - sizeStep),
              })}
              {tool('Wider', `Wider ${header}`, {
                icon: 'plus',
                onClick: () => resizeColumn(column, column.getSize() + sizeStep),
              })}
            </li>
          )
        })}
      </ul>
      <div className={styles.rows}>
        <Segmented
          label="Row height"
          value={density}
          options={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'dense', label: 'Dense' },
          ]}
          onChange={(value) => preferences.set({ density: value })}
        />
        <Button variant="bare" onClick={() => resetColumns(list)}>
          Reset columns
        </Button>
      </div>
      <p className={styles.keys}>
        Drag a column header to move it, or its edge to resize it. Keyboard: Ctrl Shift arrow moves, Shift arrow
        resizes.
      </p>
    </div>
  )
}
