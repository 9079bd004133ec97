import { createEmitter } from '../../observable.ts'

/** Opens the columns menu of a list at one column. */
export interface ColumnsRequest {
  list: string
  column: string
}

const requests = createEmitter<ColumnsRequest>()

/** Connects the grid with the columns button, which is in another part of the page. */
export const askForColumns = requests.emit
export const onColumnsRequest = requests.subscribe
