import { later } from '../../ui/feedback/later.tsx'
import type { ExportMenuProps } from './export-menu.tsx'
import styles from './grid-actions.module.css'

const Buttons = later(
  async () => (await import('./grid-action-buttons.tsx')).GridActionButtons,
  <>
    <span className={styles.waiting} />
    <span className={styles.waiting} />
    <span className={styles.waiting} />
  </>,
)

/** What can be done with a whole list; the rows come first. */
export function GridActions<Row>(props: ExportMenuProps<Row> & { list: string }) {
  return <Buttons {...(props as ExportMenuProps<unknown> & { list: string })} />
}
