import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { createGunzip } from 'node:zlib'

export interface Download {
  /** Milliseconds. */
  firstByte: number
  seconds: number
  /** Unpacked bytes, and those that the network carried. */
  bytes: number
  packed: number
  sha256: string
}

/** Takes a file as curl does: reads and hashes it without keeping it. `stopAt` leaves after so many bytes. */
export function download(url: string, encoding = 'identity', stopAt = Infinity): Promise<Download> {
  const began = performance.now()
  return new Promise((done, fail) => {
    const request = get(url, { headers: { 'accept-encoding': encoding }, agent: false }, (response) => {
      const hash = createHash('sha256')
      let [bytes, packed, firstByte] = [0, 0, Number.NaN]
      const finish = (): void =>
        done({ firstByte, bytes, packed, seconds: (performance.now() - began) / 1000, sha256: hash.digest('hex') })
      response.on('data', (chunk: Buffer) => (packed += chunk.length))
      const plain = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response
      plain.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByte = performance.now() - began
        bytes += chunk.length
        hash.update(chunk)
        if (bytes < stopAt) return
        request.destroy()
        finish()
      })
      plain.on('end', finish)
      plain.on('error', fail)
    })
    request.on('error', (error) => (stopAt === Infinity ? fail(error) : undefined))
  })
}
