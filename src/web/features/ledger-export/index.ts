export { networkOfRun, rowFactsOf, useRuns } from './run/run-store.ts'

/** What starts an export, which is loaded when somebody is about to. */
export const loadRuns = () => import('./run/start-run.ts')

/** The file of an export of this tab, for its statement. Rejects when it is no longer in this browser. */
export const exportedFile = async (id: string) => (await import('./run/restore.ts')).restoredFile(id)
