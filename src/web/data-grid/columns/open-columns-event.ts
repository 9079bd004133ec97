import { createEmitter } from '../../observable.ts'

/** Asks for the list of columns of one list, opened at one column. */
export interface ColumnsRequest {
  list: string
  column: string
}

const requests = createEmitter<ColumnsRequest>()

/** The grid and the button of its columns stand in different parts of a page; the grid asks, the button opens. */
export const askForColumns = requests.emit
export const onColumnsRequest = requests.subscribe
