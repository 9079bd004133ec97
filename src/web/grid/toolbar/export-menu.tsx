import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from '../../format/words.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { requestItems } from '../../ui/overlays/request-items.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import type { GridColumn } from '../columns/grid-columns.tsx'
import { csvOf, fileOf, jsonLinesOf, saveFile } from '../../list/save-file.ts'
import type { List } from '../../list/list.ts'

const formats = {
  csv: { label: 'CSV', media: 'text/csv', suffix: 'csv' },
  jsonLines: { label: 'JSON Lines', media: 'application/x-ndjson', suffix: 'jsonl' },
} as const
type Format = keyof typeof formats

interface ExportMenuProps<Row> {
  file: string
  columns: readonly GridColumn<Row>[]
  listing: List<Row>
  /** The record written to JSON Lines, as the node sent it. */
  record: (row: Row) => unknown
}

const countOf = (rows: number): string => plural(rows, 'row')

/** Saves the loaded rows, or loads the rest first; a list not loaded to its end is never saved as all. */
export function ExportMenu<Row>({ file, columns, listing, record }: ExportMenuProps<Row>) {
  const [pending, setPending] = useState<{ format: Format; loaded: number }>()
  const whole = listing.status === 'ready' && listing.end === 'complete'
  const nothing = listing.status !== 'ready' || (listing.loaded === 0 && listing.end !== 'more')

  const save = async (format: Format) => {
    const { media, suffix } = formats[format]
    const part = whole && listing.count === listing.loaded ? 'all' : whole ? 'matching' : 'loaded'
    const lines = format === 'csv' ? csvOf(listing, columns) : jsonLinesOf(listing, record)
    const name = `${file}-${part}-${listing.count}-rows.${suffix}`
    saveFile(name, await fileOf(lines, media))
    toast(`${countOf(listing.count)} saved as ${name}`)
  }
  const done = useRef<object>(undefined)
  const finish = useEffectEvent((format: Format) => {
    if (whole) return void save(format)
    toast(`Not all rows could be loaded: ${countOf(listing.loaded)} are here, so nothing was saved.`, {
      label: `Save ${countOf(listing.count)}`,
      onClick: () => void save(format),
    })
  })
  // The last page is loaded a moment before it is shown: only what is shown can be saved.
  const { loaded } = listing
  useEffect(() => {
    if (pending === undefined || pending === done.current || loaded < pending.loaded) return
    done.current = pending
    finish(pending.format)
  }, [pending, loaded])
  const saveAll = async (format: Format) => setPending({ format, loaded: await listing.loadAll() })

  const entries = Object.keys(formats) as Format[]
  const copies = requestItems(listing.requestAt(0))
  return (
    <Menu
      icon="download"
      trigger="Export"
      disabled={nothing}
      items={[
        { heading: !whole ? 'Loaded rows' : listing.count === listing.loaded ? 'All rows' : 'Matching rows' },
        ...entries.map((format) => ({
          label: formats[format].label,
          hint: countOf(listing.count),
          disabled: listing.count === 0,
          onSelect: () => void save(format),
        })),
        ...(whole
          ? []
          : [
              { heading: 'All rows' },
              ...entries.map((format) => ({
                label: `All as ${formats[format].label}`,
                hint: 'loads the rest first',
                disabled: listing.end !== 'more' || listing.busy !== undefined,
                onSelect: () => void saveAll(format),
              })),
            ]),
        ...(copies.length === 0 ? [] : (['line', ...copies] as const)),
      ]}
    />
  )
}
