import { listMarginModes } from '../../src/wire/margin-modes.ts'
import {
  type Answer,
  type DashboardServer,
  Held,
  reply,
  replyJson,
  serveDashboard,
} from '../shared/dashboard-server.ts'
import { pageFrom, smallAnswers } from './generated-rows.ts'
import { referencePage } from './reference-page.ts'

/** The built dashboard and a node of the interface at one address, answering from memory. */
export interface GeneratedNode extends DashboardServer {
  /** Pages that start at this row or later wait until the next call. */
  holdFrom: (row: number | undefined) => void
}

/** Starts it on a free port of this machine. */
export async function startGeneratedNode(): Promise<GeneratedNode> {
  const held = new Held()
  let heldFrom: number | undefined
  const answer: Answer = (path, target) => {
    if (path === '/reference') return reply('text/html', referencePage)
    const body = smallAnswers.find(([form]) => form.test(target))?.[1]
    if (body) return replyJson(body)
    if (path !== listMarginModes.path) return undefined
    const { searchParams } = new URL(target, 'http://node')
    const after = /^cursor-(\d+)$/.exec(searchParams.get('pagination.after') ?? '')?.[1]
    const from = after === undefined ? 0 : Number(after) + 1
    const page = replyJson(pageFrom(from, Number(searchParams.get('pagination.first') ?? 1000)))
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
