import { Freshness } from '../../ui/feedback/freshness.tsx'
import { ColumnsMenu } from '../columns/columns-menu.tsx'
import { ExportMenu, type ExportMenuProps } from './export-menu.tsx'

/** Refresh, columns and export of a list. */
export function GridActions<Row>({ list, ...rest }: ExportMenuProps<Row> & { list: string }) {
  return (
    <>
      <Freshness query={rest.listing} />
      <ColumnsMenu list={list} columns={rest.columns} />
      <ExportMenu {...rest} />
    </>
  )
}
