/** What is kept of an export, so that it can be gone on with after the page was closed. */
export interface ExportRecord {
  /** Also the name of the lock that the page which works on it holds. */
  id: string
}

const database = 'lyra.exports'
const store = 'exports'

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database of exports cannot be opened'))
  })
}

async function inStore<Value>(
  mode: IDBTransactionMode,
  run: (records: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const db = await opened()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(store, mode)
      const request = run(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('the record of an export was not kept'))
    })
  } finally {
    db.close()
  }
}

/**
 * Records of exports in IndexedDB, which alone can keep the handle of a chosen file. Where there is none (private windows),
 * exports work and are simply not remembered.
 */
export const exportRecords = {
  all: (): Promise<unknown[]> => inStore('readonly', (records) => records.getAll()).catch(() => []),
  put: (record: ExportRecord): Promise<void> =>
    inStore('readwrite', (records) => records.put(record)).then(
      () => {},
      () => {},
    ),
  remove: (id: string): Promise<void> =>
    inStore('readwrite', (records) => records.delete(id)).then(
      () => {},
      () => {},
    ),
}

const locks = (): LockManager | undefined =>
  typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined

/** Takes a lock that all tabs see until `release` is called or the page ends; undefined when another has it. */
export async function lock(name: string): Promise<{ release: () => void } | undefined> {
  const manager = locks()
  if (!manager) return { release: () => {} }
  return new Promise((resolve) => {
    void manager.request(name, { ifAvailable: true }, (held) => {
      if (!held) return resolve(undefined)
      return new Promise<void>((release) => resolve({ release }))
    })
  })
}

/** The locks that any tab holds now. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => name ?? []))
}
