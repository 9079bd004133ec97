import type { AnyOperation, Asked, Reply } from '../../wire/operation.ts'
import { defaultPageSize, type Page } from '../../wire/page.ts'
import { ask } from '../api/client.ts'
import type { ListingPage } from './list-query.ts'
import { keepReceived } from './raw-records.ts'
import type { RowKey } from './row-key.ts'
import { marksOf } from './row-fingerprints.ts'

/** The members of a reply that are pages of such records. */
type PageMember<Whole, Node> = string &
  { [Name in keyof Whole]-?: Whole[Name] extends Page<Node> ? Name : never }[keyof Whole]

/** How a list's pages are read. */
export interface PageRules<Op extends AnyOperation, Node> {
  /** The member of the reply that is the page. */
  readonly member: PageMember<Reply<Op>, Node>
  /** Names a row. */
  readonly key: RowKey<Node>
  /** For lists that can be long: pages above the default size are read in a thread of their own. */
  readonly long?: {
    /** The members by which all rows are summed and filtered. */
    readonly columns: readonly (string & keyof Node)[]
    /** Its worker calls `servePages` with the operation. */
    readonly start: StartWorker
  }
}

export type StartWorker = () => Worker

/** What a page says, wherever it was read. */
type ReadPage<Node> = Pick<ListingPage<Node>, 'edges' | 'pageInfo' | 'marks' | 'columns'>

/** A page that was read in a thread of its own. */
export interface Packed<Node> {
  readonly packed: ReadPage<Node>
}

/** Asks for one page of `size` rows. Errors are those of `ask`. */
export async function askPage<Op extends AnyOperation, Node>(
  operation: Op,
  asked: Asked<Op>,
  { member, key, long }: PageRules<Op, Node>,
  size: number,
  signal: AbortSignal,
): Promise<ReadPage<Node>> {
  // Loaded while the node works, and not at all for those who never ask for so much.
  const reader =
    long && size > defaultPageSize
      ? import('./worker/page-reader.ts').then(
          ({ pageReader }) => pageReader<Node>(long.start, { member, key: key.members, columns: long.columns }),
          () => undefined,
        )
      : undefined
  let sent: unknown
  const reply: unknown = await ask(operation, asked, {
    signal,
    onReceived: (body) => (sent = body),
    ...(reader && { elsewhere: async (body: ArrayBuffer) => (await reader)?.(body) ?? body }),
  })
  if ('packed' in (reply as object)) return (reply as Packed<Node>).packed
  const pageOf = (whole: unknown) => (whole as Record<string, Page<Node>>)[member]!
  const { pageInfo, ...checked } = pageOf(reply)
  // What was sent has just passed the check, so its page lies where the checked one does.
  const edges = keepReceived(checked.edges, pageOf(sent).edges)
  return { edges, pageInfo, marks: marksOf(edges, key) }
}
