import type { ReceiverResponse, Post } from './receiver-queue.ts'

/** `Retry-After`: seconds, or a date. Undefined without one that can be read. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}(?:\.\d+)?$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : at - Date.now()
}

/** Posts a JSON body. A user and password in the URL go into the header that they are meant for. */
export const postMessage: Post = async (url, body, signal): Promise<ReceiverResponse> => {
  const target = new URL(url)
  const { username, password } = target
  const headers = new Headers({ 'Content-Type': 'application/json' })
  if (username || password) {
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    headers.set('Authorization', `Basic ${Buffer.from(user).toString('base64')}`)
    target.username = target.password = ''
  }
  // A redirect would send the message to an address outside the configuration.
  const response = await fetch(target, { method: 'POST', body, headers, signal, redirect: 'manual' })
  await response.body?.cancel()
  return { status: response.status, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) }
}
