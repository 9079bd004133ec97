import { listMarginModes } from '../src/wire/margin-modes.ts'
import { type Answer, type DashboardServer, Held, reply, serveDashboard } from './dashboard-server.ts'
import { json, pageFrom, rowsInAll, rowsPerPage, smallAnswers } from './generated-rows.ts'
import { referencePage } from './reference-page.ts'

/** The built dashboard and a node of the interface at one address, answering from memory. */
export interface GeneratedNode extends DashboardServer {
  /** Answers that start behind this row wait until it is given again. */
  holdFrom: (row: number | undefined) => void
}

/** Starts it on a free port of this machine. */
export async function startGeneratedNode(): Promise<GeneratedNode> {
  const pages = Array.from({ length: rowsInAll / rowsPerPage }, (_, index) => pageFrom(index * rowsPerPage))
  const held = new Held()
  let heldFrom: number | undefined
  const answer: Answer = (path, target) => {
    if (path === '/reference') return reply('text/html', referencePage)
    const body = smallAnswers.find(([form]) => form.test(target))?.[1]
    if (body) return reply('application/json', body)
    if (path !== listMarginModes.path) return undefined
    const after = /pagination\.after=cursor-(\d+)/.exec(target)?.[1]
    const from = after === undefined ? 0 : Number(after) + 1
    const page = { headers: { 'Content-Type': 'application/json' }, bytes: pages[from / rowsPerPage] ?? json({}) }
    return heldFrom !== undefined && from >= heldFrom ? held.wait(() => page) : page
  }
  return {
    ...(await serveDashboard(answer)),
    holdFrom(row) {
      heldFrom = row
      held.release()
    },
  }
}
