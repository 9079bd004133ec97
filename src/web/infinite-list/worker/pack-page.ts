import type { Page, PageInfo } from '../../../wire/page.ts'
import { columnFrom, type Column } from './column.ts'
import type { RowKey } from '../row-key.ts'
import { marksOf } from '../row-fingerprints.ts'

/** What is wanted of a page that is read elsewhere. */
export interface PackTask {
  /** The member of the reply that holds the page. */
  readonly member: string
  /** The members that name a row. */
  readonly key: readonly string[]
  /** The members whose columns are wanted. */
  readonly columns: readonly string[]
}

/** A page whose rows are JSON in one buffer: handing it from thread to thread copies nothing. */
export interface PackedPage {
  readonly pageInfo: PageInfo
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where each row ends in `bytes`. */
  readonly ends: Uint32Array<ArrayBuffer>
  readonly marks: Int32Array
  readonly columns: Readonly<Record<string, Column>>
}

type TextRecord = Readonly<Record<string, string>>

const encoder = new TextEncoder()
/** Bytes that a letter of a text can take at most. */
const mostOfLetter = 3

/** Packs the rows of a page; their cursors are left out, since only the page's own is asked with. */
export function packPage({ edges, pageInfo }: Page<TextRecord>, { key, columns }: PackTask): PackedPage {
  const texts = edges.map(({ node }) => JSON.stringify(node))
  const buffer = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0) * mostOfLetter)
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [row, text] of texts.entries()) {
    end += encoder.encodeInto(text, buffer.subarray(end)).written
    ends[row] = end
  }
  return {
    pageInfo,
    bytes: buffer.slice(0, end),
    ends,
    marks: marksOf(edges, { members: key } as RowKey<TextRecord>),
    columns: Object.fromEntries(
      columns.map((member) => [member, columnFrom(edges.length, (row) => edges[row]?.node[member])]),
    ),
  }
}
