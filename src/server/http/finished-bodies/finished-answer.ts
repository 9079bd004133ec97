import type { Answer } from '../transport.ts'
import type { FinishedBody } from './finished-bodies.ts'

/** Whether an If-None-Match names this tag; a proxy may have made the tag weak (RFC 9110, 13.1.2). */
function names(header: string | null, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags?.some((tag) => tag === '*' || tag === etag) === true
}

/** The answer with a finished body, or 304 where the client has it. It may be stored, but must be validated each time. */
export function finishedAnswer(
  request: Request,
  { bytes, gzip, etag }: FinishedBody,
  headers: Readonly<Record<string, string>>,
): Answer {
  const cached = { ...headers, ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Origin, Accept-Encoding' }
  if (!names(request.headers.get('if-none-match'), etag)) {
    return { status: 200, headers: gzip ? { ...cached, 'Content-Encoding': 'gzip' } : cached, body: bytes }
  }
  const { 'Content-Type': _, ...validated } = cached as Record<string, string>
  return { status: 304, headers: validated, body: null }
}
