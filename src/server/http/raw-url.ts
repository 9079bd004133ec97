import { code } from '../../wire/protocol/error.ts'
import { percentDecode } from '../../wire/protocol/url.ts'
import { Fault } from '../fault.ts'

/** The request target before any library decodes it, so that `%2F` and `+` keep their meaning. */

export function rawPath(url: string): string {
  const query = url.indexOf('?')
  return url.slice(url.indexOf('/', url.indexOf('://') + 3), query < 0 ? undefined : query)
}

export function rawQuery(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? '' : url.slice(query + 1)
}

/** Decoded path variables. An escaped slash is an unknown path (wire.md 1.4): Fault of code 5; a broken escape BadQuery. */
export function pathValuesOf(pattern: string, url: string): Record<string, string> {
  if (!pattern.includes(':')) return {}
  const segments = rawPath(url).split('/')
  const values: Record<string, string> = {}
  for (const [index, part] of pattern.split('/').entries()) {
    if (!part.startsWith(':')) continue
    const value = percentDecode(segments[index] ?? '')
    if (value.includes('/')) throw new Fault(code.notFound, 'Not Found')
    values[part.slice(1)] = value
  }
  return values
}
