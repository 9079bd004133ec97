import type { AnyOperation, Asked, Reply } from '../../wire/operation.ts'
import type { Edge, Page, PageInfo } from '../../wire/page.ts'
import { ask } from '../api/client.ts'
import { keepReceived } from './raw-records.ts'
import type { RowKey } from './row-key.ts'

/** The members of a reply that are pages of such records. */
type PageMember<Whole, Node> = string &
  { [Name in keyof Whole]-?: Whole[Name] extends Page<Node> ? Name : never }[keyof Whole]

/** How a list's pages are read. */
export interface PageRules<Op extends AnyOperation, Node> {
  /** The member of the reply that is the page. */
  readonly member: PageMember<Reply<Op>, Node>
  /** Names a row. */
  readonly key: RowKey<Node>
}

/** A page as the node sent it. */
export interface ReceivedPage<Node> {
  readonly edges: readonly Edge<Node>[]
  readonly pageInfo: PageInfo
}

/** Requests one page. Errors are those of `ask`. */
export async function fetchPage<Op extends AnyOperation, Node>(
  operation: Op,
  requested: Asked<Op>,
  member: PageRules<Op, Node>['member'],
  signal: AbortSignal,
): Promise<ReceivedPage<Node>> {
  let received: unknown
  const reply: unknown = await ask(operation, requested, { signal, onReceived: (body) => (received = body) })
  const pageOf = (whole: unknown) => (whole as Record<string, Page<Node>>)[member]!
  const { pageInfo, edges } = pageOf(reply)
  // The received body has just passed the check, so its page lies where the checked one does.
  return { edges: keepReceived(edges, pageOf(received).edges), pageInfo }
}
