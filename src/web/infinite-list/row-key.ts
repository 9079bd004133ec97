type TextMember<Node> = string & { [Name in keyof Node]-?: Node[Name] extends string ? Name : never }[keyof Node]

/** Names a record of a list by those of its members that tell it from all others. */
export type RowKey<Node> = (node: Node) => string

/** The key that joins these members by points: ids and numbers have none. */
export const rowKey =
  <Node>(...members: readonly TextMember<Node>[]): RowKey<Node> =>
  (node) =>
    members.map((member) => node[member]).join('.')

interface PageOfRows<Node> {
  readonly edges: readonly { readonly node: Node }[]
}

/** Whether every row of a page was in an earlier page already: the node repeats itself. */
export function addsNothing<Node>(
  page: PageOfRows<Node>,
  earlier: readonly PageOfRows<Node>[],
  key: RowKey<Node>,
): boolean {
  const [first] = page.edges
  if (!first) return false
  // As a rule the first row is new: the keys of all earlier rows are collected only when it is not.
  const firstKey = key(first.node)
  if (!earlier.some(({ edges }) => edges.some(({ node }) => key(node) === firstKey))) return false
  const known = new Set(earlier.flatMap(({ edges }) => edges.map(({ node }) => key(node))))
  return page.edges.every(({ node }) => known.has(key(node)))
}
