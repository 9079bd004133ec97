import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { createGunzip } from 'node:zlib'
import { ledgerColumns } from '../../src/wire/ledger-export.ts'

const headerBytes = ledgerColumns.join(',').length + 1

/** A ledger file that was read to its end, or as far as was asked for. */
export interface Download {
  /** Milliseconds until the first byte behind the header line. */
  firstRowMs: number
  seconds: number
  /** Unpacked bytes, and those that the network carried. */
  bytes: number
  packed: number
  /** Empty unless asked for: a hash takes processor time of what is measured. */
  sha256: string
}

export interface DownloadOptions {
  encoding?: 'gzip' | 'identity'
  isHashed?: boolean
  /** Leaves after so many bytes. */
  stopAt?: number
  signal?: AbortSignal
}

/** Takes a file as curl does: reads it without keeping it. */
export function download(url: string, options: DownloadOptions = {}): Promise<Download> {
  const { encoding = 'identity', isHashed = false, stopAt = Infinity, signal } = options
  const began = performance.now()
  return new Promise((done, fail) => {
    const headers = { 'accept-encoding': encoding }
    const request = get(url, { headers, agent: false, ...(signal && { signal }) }, (response) => {
      const hash = isHashed ? createHash('sha256') : undefined
      let [bytes, packed, firstRowMs] = [0, 0, Number.NaN]
      const finish = (): void => {
        const seconds = (performance.now() - began) / 1000
        done({ firstRowMs, bytes, packed, seconds, sha256: hash?.digest('hex') ?? '' })
      }
      response.on('data', (chunk: Buffer) => (packed += chunk.length))
      response.on('error', fail)
      const plain = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response
      plain.on('data', (chunk: Buffer) => {
        if (bytes <= headerBytes && bytes + chunk.length > headerBytes) firstRowMs = performance.now() - began
        bytes += chunk.length
        hash?.update(chunk)
        if (bytes < stopAt) return
        plain.pause()
        finish()
        request.destroy()
      })
      plain.on('end', finish)
      plain.on('error', fail)
    })
    request.on('error', fail)
  })
}

/** Megabytes a second. */
export const speedOf = ({ bytes, seconds }: Pick<Download, 'bytes' | 'seconds'>): number => bytes / 1e6 / seconds
