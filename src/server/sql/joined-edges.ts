/** Edges of a list as the database joins them: `{"node":…,"cursor":"…"}` texts with commas between, or empty. */

export const cursorMark = ',"cursor":"'
/** Where an edge ends and the next one begins. Quotes within text are escaped, and no record begins with a `node`. */
const border = '"},{"node":'
/** The part of the border that belongs to the edge before it. */
const ending = '"}'.length

export function firstEdge(joined: string): string {
  const at = joined.indexOf(border)
  return at < 0 ? joined : joined.slice(0, at + ending)
}

export function lastEdge(joined: string): string {
  const at = joined.lastIndexOf(border)
  return at < 0 ? joined : joined.slice(at + ending + 1)
}

export function withoutFirst(joined: string): string {
  const at = joined.indexOf(border)
  return at < 0 ? '' : joined.slice(at + ending + 1)
}

export function withoutLast(joined: string): string {
  const at = joined.lastIndexOf(border)
  return at < 0 ? '' : joined.slice(0, at + ending)
}

/** The cursor of an edge, or of the last of several. */
export const cursorOfEdge = (edge: string): string => edge.slice(edge.lastIndexOf('"', edge.length - 3) + 1, -2)
