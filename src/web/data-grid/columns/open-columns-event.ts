/** Asks for the list of columns of one list, opened at one column. */
export interface ColumnsRequest {
  list: string
  column: string
}

const listeners = new Set<(request: ColumnsRequest) => void>()

/** The grid and the button of its columns stand in different parts of a page; the grid asks, the button opens. */
export function askForColumns(request: ColumnsRequest): void {
  for (const listener of listeners) listener(request)
}

export function onColumnsRequest(listener: (request: ColumnsRequest) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
