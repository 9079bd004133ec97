import { rawQuery } from '../request-target.ts'
import type { Misbehaviour } from './misbehaviour.ts'

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Runs `change` on every object that the steps before the last lead to. */
function reach(tree: unknown, steps: string[], change: (parent: Tree, name: string) => void): void {
  const [name, ...rest] = steps
  if (!isTree(tree) || name === undefined) return
  for (const step of name === '*' ? Object.keys(tree) : [name]) {
    if (rest.length === 0) change(tree, step)
    else if (Object.hasOwn(tree, step)) reach(tree[step], rest, change)
  }
}

const setMember = (tree: unknown, path: string, value: unknown): void =>
  reach(tree, path.split('.'), (parent, name) => (parent[name] = value))

function pageOf(tree: unknown): (Tree & { edges: unknown[] }) | undefined {
  const members = isTree(tree) ? Object.values(tree) : []
  return members.find((value): value is Tree & { edges: unknown[] } => isTree(value) && Array.isArray(value['edges']))
}

/** The JSON text of a reply with the fault's changes; a file, which has no members, stays as it is. */
export function rewriteBody(fault: Misbehaviour, text: string, request: Request): string {
  let tree: unknown
  try {
    tree = JSON.parse(text)
  } catch {
    return text
  }
  for (const [path, value] of Object.entries(fault.set ?? {})) setMember(tree, path, value)
  for (const path of fault.remove ?? []) reach(tree, path.split('.'), (parent, name) => delete parent[name])
  const page = pageOf(tree)
  if (page && fault.shuffle) page.edges = page.edges.toSorted(() => Math.random() - 0.5)
  const after = new URLSearchParams(rawQuery(request.url)).get('pagination.after')
  if (page && fault.repeatCursor && after !== null) {
    setMember(page, 'pageInfo.endCursor', after)
    setMember(page, 'pageInfo.hasNextPage', true)
    setMember(page.edges.at(-1), 'cursor', after)
  }
  return JSON.stringify(tree)
}
