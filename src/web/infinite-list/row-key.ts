type TextMember<Node> = string & { [Name in keyof Node]-?: Node[Name] extends string ? Name : never }[keyof Node]

/** Names a record of a list by those of its members that tell it from all others. */
export interface RowKey<Node> {
  (node: Node): string
  readonly members: readonly TextMember<Node>[]
}

/** The key that joins these members by points: ids and numbers have none. */
export const rowKey = <Node>(...members: readonly TextMember<Node>[]): RowKey<Node> =>
  Object.assign((node: Node) => members.map((member) => node[member]).join('.'), { members })

interface PageOfRows<Node> {
  readonly edges: readonly { readonly node: Node }[]
}

/**
 * Whether every row of a page was in an earlier page already: the node repeats itself. A page whose first row is new is
 * new, which is the usual case; members are compared one by one there, since joining the keys of all earlier rows for
 * each page would cost most of its time.
 */
export function addsNothing<Node>(
  page: PageOfRows<Node>,
  earlier: readonly PageOfRows<Node>[],
  key: RowKey<Node>,
): boolean {
  const first = page.edges[0]?.node
  if (first === undefined || first === null) return false
  // From the last member: rows of one market differ in the party, not in the market.
  const members = key.members.toReversed()
  const isFirst = (node: Node): boolean => members.every((member) => node[member] === first[member])
  if (!earlier.some(({ edges }) => edges.some(({ node }) => isFirst(node)))) return false
  const known = new Set(earlier.flatMap(({ edges }) => edges.map(({ node }) => key(node))))
  return page.edges.every(({ node }) => known.has(key(node)))
}
