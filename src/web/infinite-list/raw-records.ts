import type { Edge } from '../../wire/protocol/page.ts'

/** What was sent for a checked record. */
const originals = new WeakMap<object, unknown>()

/** A record of a list as the node sent it, with members that the interface does not name. */
export const rawRecord = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && originals.has(record) ? originals.get(record) : record

/** Remembers what was sent for the records of a page, so that each can be shown to its last member. */
export function keepRawRecords(checked: readonly Edge<unknown>[], sent: readonly Edge<unknown>[]): void {
  for (const [index, { node }] of checked.entries()) {
    if (typeof node === 'object' && node !== null) originals.set(node, sent[index]?.node)
  }
}
