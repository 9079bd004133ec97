type TextMember<Node> = string & { [Name in keyof Node]-?: Node[Name] extends string ? Name : never }[keyof Node]

/** Names a record of a list by those of its members that tell it from all others. */
export interface RowKey<Node> {
  (node: Node): string
  readonly members: readonly TextMember<Node>[]
}

/** The key that joins these members by points: ids and numbers have none. */
export const rowKey = <Node>(...members: readonly TextMember<Node>[]): RowKey<Node> =>
  Object.assign((node: Node) => members.map((member) => node[member]).join('.'), { members })
