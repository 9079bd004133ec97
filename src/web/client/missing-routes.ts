import * as v from 'valibot'
import type { AnyOperation } from '../../wire/protocol/operation.ts'
import { NodeFailure } from './node-failure.ts'

/** Failures by address, as long as this tab lives. */
const Kept = v.record(v.string(), v.object({ status: v.number(), message: v.string(), at: v.number() }))
type Kept = v.InferOutput<typeof Kept>

const key = 'lyra.missing'
const maxKept = 100
/** Addresses requested in this page load, whether answered from storage or by the node. The next request is sent. */
const known = new Set<string>()

function readKept(): Kept {
  try {
    return v.parse(Kept, JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-maxKept))))
  } catch {
    // Without storage the next page load sends the request again.
  }
}

/** Remembers a failure that says that the node does not have this read. */
export function noteMissing({ optional }: AnyOperation, failure: NodeFailure): void {
  const { kind, status, url, message, at } = failure
  if (!optional || kind !== 'absent' || status === undefined) return
  known.add(url)
  keep({ ...readKept(), [url]: { status, message, at } })
}

/** The stored failure of an address, returned once per page load; the next request is sent. */
export function rememberedMissing({ optional }: AnyOperation, url: string): NodeFailure | undefined {
  if (!optional || known.has(url)) return undefined
  known.add(url)
  const kept = readKept()[url]
  return kept && new NodeFailure({ kind: 'absent', url, ...kept })
}

/** Forgets the failure of a read that has answered. */
export function forgetMissing({ optional }: AnyOperation, url: string): void {
  if (!optional) return
  const { [url]: missing, ...others } = readKept()
  if (missing) keep(others)
}
