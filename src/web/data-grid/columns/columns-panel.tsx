import { useEffect, useRef } from 'react'
import { preferences } from '../../preferences/preferences.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Button, type ButtonProps } from '../../ui/inputs/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { moveColumn, resetColumns, resizeColumn, sizeStep, useColumnTable, type ColumnSpec } from './column-table.ts'
import styles from './columns-menu.module.css'

interface ColumnsPanelProps {
  list: string
  columns: readonly (ColumnSpec & { header: string })[]
  /** The column to focus first. */
  at: string | undefined
}

const noRows: readonly object[] = []

/** A small button whose accessible name includes the column. */
const tool = (title: string, label: string, props: ButtonProps) => (
  <Button variant="bare" small title={title} aria-label={label} {...props} />
)

/** Shows, hides, pins, moves and resizes the columns of a list and sets the row height, all by keyboard. */
export function ColumnsPanel({ list, columns, at }: ColumnsPanelProps) {
  const own = useRef<HTMLDivElement>(null)
  const table = useColumnTable(list, columns, noRows)
  const { density } = usePreferences()
  useEffect(() => {
    const line = at === undefined ? undefined : own.current?.querySelector(`[data-column="${CSS.escape(at)}"]`)
    line?.querySelector<HTMLElement>('input:enabled, button:enabled')?.focus()
  }, [at])

  const headers = new Map(columns.map(({ id, header }) => [id, header]))
  const inOrder = [...table.getStartLeafColumns(), ...table.getCenterLeafColumns()]

  return (
    <div ref={own}>
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
              {tool('Pin at the left', `Pin ${header} at the left`, {
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
          label="Height of the rows"
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
        In the heads of the list: drag to move, drag an edge to size. By key: Shift and arrow, Ctrl Shift and arrow.
      </p>
    </div>
  )
}
