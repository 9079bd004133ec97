import type { Hono } from 'hono'
import { code } from '../../wire/protocol/error.ts'
import { dashboardOf } from './dashboard.ts'
import { plainFailure } from '../error.ts'
import { toErrorResponse } from './failure.ts'
import { publicOrigin } from './public-origin.ts'
import type { Services } from './route.ts'
import { preflight } from './transport.ts'
import { socketOf } from './upgrade.ts'

const headers = { 'Content-Type': 'application/json' }

/** What no route matches: a preflight, a wrong method (405, `Allow`), the dashboard, an unknown path (404), a defect (500). */
export function fallbackRoute(app: Hono, { send, trusted }: Services, folder?: string, isDemo = false): void {
  const dashboard = folder === undefined ? undefined : dashboardOf(folder, isDemo)

  async function askDashboard(url: string, headers = new Headers(), origin?: string): Promise<Response | undefined> {
    // A part of a file would get an ETag of its own, and browsers request no parts of these files.
    headers.delete('range')
    const response = await dashboard?.fetch(new Request(url, { headers }), { origin })
    return response?.status === 404 ? undefined : response
  }

  app.notFound(async ({ env, req: { raw: request, path } }) => {
    const permission = preflight(request)
    if (permission) return permission
    if (request.method === 'GET' || request.method === 'HEAD') {
      const peer = socketOf(env)?.remoteAddress ?? ''
      const origin = publicOrigin(request.url, request.headers, peer, trusted)
      const response = await askDashboard(request.url, new Headers(request.headers), origin)
      if (response) return response
    } else {
      const file = await askDashboard(request.url)
      await file?.body?.cancel()
      if (file || app.router.match('GET', path)[0].length > 0) {
        const failure = plainFailure(405, code.unimplemented, 'Method Not Allowed')
        return send(request, { ...failure, headers: { ...headers, Allow: 'GET, HEAD' } })
      }
    }
    return send(request, { ...plainFailure(404, code.notFound, 'Not Found'), headers })
  })
  app.onError((error, { req: { raw: request } }) => {
    const failure = toErrorResponse(error, request)
    return send(request, { ...failure, headers: { ...headers, ...failure.headers } })
  })
}
