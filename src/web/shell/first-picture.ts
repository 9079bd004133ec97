import type { QueryClient } from '@tanstack/react-query'
import { firstPictureShown } from '../ui/feedback/later.tsx'

/** Ends the first picture when the page stands and none of its questions waits for a first answer. */
export function watchFirstPicture(queries: QueryClient, rendered: (then: () => void) => () => void): void {
  const cache = queries.getQueryCache()
  const waits = (): boolean =>
    cache.getAll().some(({ state }) => state.status === 'pending' && state.fetchStatus === 'fetching')
  const look = (): void => {
    if (waits()) return
    stop()
    firstPictureShown()
  }
  let stop = rendered(() => {
    stop()
    stop = cache.subscribe(({ type }) => type === 'updated' && look())
    // What the page asks is asked once it stands.
    setTimeout(look)
  })
}
