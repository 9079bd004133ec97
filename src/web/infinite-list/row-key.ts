type TextMember<Node> = string & { [Name in keyof Node]-?: Node[Name] extends string ? Name : never }[keyof Node]

/** The key of a record: those of its fields that are unique in its list. */
export type RowKey<Node> = (node: Node) => string

/** The key that joins these members by points: ids and numbers have none. */
export const rowKey =
  <Node>(...members: readonly TextMember<Node>[]): RowKey<Node> =>
  (node) =>
    members.map((member) => node[member]).join('.')

interface PageOfRows<Node> {
  readonly edges: readonly { readonly node: Node }[]
}

/** A number that equal keys share and few others do. */
function hashOf(key: string): number {
  let hash = key.length
  for (let at = 0; at < key.length; at += 4) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  return hash
}

const hashes = new WeakMap<object, Int32Array>()

/** The hashes of a page's keys: to look at 100,000 rows for each new page would take 30 ms. */
function hashesOf<Node>({ edges }: PageOfRows<Node>, key: RowKey<Node>): Int32Array {
  const known = hashes.get(edges) ?? Int32Array.from(edges, ({ node }) => hashOf(key(node)))
  hashes.set(edges, known)
  return known
}

/** Whether every row of a page was in an earlier page already: the node repeats itself. */
export function addsNothing<Node>(
  page: PageOfRows<Node>,
  earlier: readonly PageOfRows<Node>[],
  key: RowKey<Node>,
): boolean {
  const [first] = hashesOf(page, key)
  // As a rule the first row is new: the keys of all earlier rows are collected only when it is not.
  if (first === undefined || !earlier.some((before) => hashesOf(before, key).includes(first))) return false
  const known = new Set(earlier.flatMap(({ edges }) => edges.map(({ node }) => key(node))))
  return page.edges.every(({ node }) => known.has(key(node)))
}
