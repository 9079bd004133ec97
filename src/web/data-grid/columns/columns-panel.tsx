import { useEffect, useRef } from 'react'
import { preferences } from '../../preferences/preferences.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import {
  changeColumns,
  orderOf,
  resetColumns,
  sizeStep,
  useColumnChoice,
  withMoved,
  withPinned,
  withShown,
  withSize,
  type Arrangeable,
} from './column-state.ts'
import styles from './columns-menu.module.css'

interface ColumnsPanelProps {
  list: string
  columns: readonly (Arrangeable & { header: string })[]
  /** The column to start at. */
  at: string | undefined
}

/** Show, hide, pin, move and size the columns of a list, and how high its rows are. Everything here works by key. */
export function ColumnsPanel({ list, columns, at }: ColumnsPanelProps) {
  const own = useRef<HTMLDivElement>(null)
  const choice = useColumnChoice(list, columns)
  const { density } = usePreferences()
  useEffect(() => {
    const line = at === undefined ? undefined : own.current?.querySelector(`[data-column="${CSS.escape(at)}"]`)
    line?.querySelector<HTMLElement>('input:enabled, button:enabled')?.focus()
  }, [at])

  const byId = new Map(columns.map((column) => [column.id, column]))
  const order = orderOf(choice, columns)
  const inOrder = [...choice.pinned.filter((id) => byId.has(id)), ...order.filter((id) => !choice.pinned.includes(id))]
  const change = (make: Parameters<typeof changeColumns>[2]) => changeColumns(list, columns, make)

  return (
    <div ref={own}>
      <ul>
        {inOrder.map((id, index) => {
          const column = byId.get(id)
          if (!column) return null
          const { header, fixed, size } = column
          const pinned = choice.pinned.includes(id)
          const wide = choice.sizes[id] ?? size
          const move = (by: -1 | 1) => {
            const target = inOrder[index + by]
            return target !== undefined && choice.pinned.includes(target) === pinned ? target : undefined
          }
          const [left, right] = [move(-1), move(1)]
          return (
            <li key={id} data-column={id}>
              <label>
                <input
                  type="checkbox"
                  checked={!choice.hidden.includes(id)}
                  disabled={fixed}
                  onChange={() => change((now) => withShown(now, id))}
                />
                {header}
              </label>
              <Button
                variant="bare"
                small
                icon="lock"
                aria-label={`Pin ${header} at the left`}
                title="Pin at the left"
                pressed={pinned}
                onClick={() => change((now) => withPinned(now, id))}
              />
              <Button
                variant="bare"
                small
                icon="arrow-up"
                aria-label={`Move ${header} left`}
                title="Move left"
                disabled={left === undefined}
                onClick={() => change((now) => withMoved(now, columns, id, left ?? id))}
              />
              <Button
                variant="bare"
                small
                icon="arrow-down"
                aria-label={`Move ${header} right`}
                title="Move right"
                disabled={right === undefined}
                onClick={() => change((now) => withMoved(now, columns, id, right ?? id))}
              />
              <Button
                variant="bare"
                small
                aria-label={`Narrower ${header}`}
                title="Narrower"
                onClick={() => change((now) => withSize(now, id, wide - sizeStep))}
              >
                −
              </Button>
              <Button
                variant="bare"
                small
                icon="plus"
                aria-label={`Wider ${header}`}
                title="Wider"
                onClick={() => change((now) => withSize(now, id, wide + sizeStep))}
              />
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
