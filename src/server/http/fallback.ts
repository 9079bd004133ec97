import type { Hono } from 'hono'
import { code } from '../../wire/protocol/error.ts'
import { plainFailure } from '../fault.ts'
import { toErrorResponse } from './failure.ts'
import type { Services } from './route.ts'
import { preflight } from './transport.ts'

/** A file or a page of the dashboard at an address; undefined where there is none. */
export type Files = (url: string, headers: Headers, env: unknown) => Promise<Response | undefined>

const headers = { 'Content-Type': 'application/json' }

/** What no route matches: a preflight, a wrong method (405, `Allow`), the dashboard, an unknown path (404), a defect (500). */
export function fallbackRoute(app: Hono, { send }: Pick<Services, 'send'>, files?: Files): void {
  app.notFound(async ({ env, req: { raw: request, path } }) => {
    const permission = preflight(request)
    if (permission) return permission
    if (request.method === 'GET' || request.method === 'HEAD') {
      const response = await files?.(request.url, request.headers, env)
      if (response) return response
    } else {
      const file = await files?.(request.url, new Headers(), env)
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
