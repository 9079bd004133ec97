import * as v from 'valibot'
import { BooleanParameter, Int32Parameter, TextParameter } from '../scalar.ts'

/** Page rules (wire.md 3.1). */
export const defaultPageSize = 1000
export const maximumPageSize = 5000

/** The five pagination controls, sent as `pagination.first` and so on. */
export const Pagination = v.pipe(
  v.object({
    first: v.optional(Int32Parameter),
    after: v.optional(TextParameter),
    last: v.optional(Int32Parameter),
    before: v.optional(TextParameter),
    newestFirst: v.optional(BooleanParameter),
  }),
  v.metadata({ message: 'datanode.api.v2.Pagination' }),
)
export type Pagination = v.InferOutput<typeof Pagination>

export const PageInfo = v.object({
  hasNextPage: v.boolean(),
  hasPreviousPage: v.boolean(),
  startCursor: v.string(),
  endCursor: v.string(),
})
export type PageInfo = v.InferOutput<typeof PageInfo>

export const descriptions = {
  PageInfo: 'What lies before and after a page.',
  'PageInfo hasNextPage': 'Whether a next page exists.',
  'PageInfo hasPreviousPage': 'Whether a previous page exists.',
  'PageInfo startCursor': 'Cursor of the first row, for `pagination.before`; empty without rows.',
  'PageInfo endCursor': 'Cursor of the last row, for `pagination.after`; empty without rows.',
}

export interface Edge<Node> {
  node: Node
  cursor: string
}

export interface Page<Node> {
  edges: Edge<Node>[]
  pageInfo: PageInfo
}

/** A page of results: edges of `{node, cursor}` and `pageInfo`. */
export const pageOf = <Node extends v.GenericSchema<unknown, unknown>>(node: Node) =>
  v.object({
    edges: v.array(v.object({ node, cursor: v.string() })),
    pageInfo: PageInfo,
  })
