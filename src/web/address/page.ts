import type { ComponentType } from 'react'

/** A page whose code comes when somebody goes there. */
export interface Page {
  /** The component, once its code is here. */
  readonly loaded: ComponentType | undefined
  /** Asks for the code, once; whoever asks again is given the same promise, a failed one as well. */
  readonly ask: () => Promise<ComponentType>
  /** Forgets a failure, so that the next to ask tries again. */
  readonly forget: () => void
}

interface Coming extends Promise<ComponentType> {
  status?: 'fulfilled' | 'rejected'
  value?: ComponentType
}

/** Makes one of what brings its code: `page(async () => (await import('./page.tsx')).SomePage)`. */
export function page(load: () => Promise<ComponentType>): Page {
  let coming: Coming | undefined
  let failed = false
  return {
    get loaded() {
      return coming?.value
    },
    ask: () => {
      if (coming) return coming
      const asked: Coming = load()
      // React reads these members: a page that is here is drawn in the same turn, without its stand-in.
      asked.then(
        (value) => Object.assign(asked, { status: 'fulfilled', value }),
        () => {
          failed = true
        },
      )
      coming = asked
      return asked
    },
    forget: () => {
      if (failed) coming = undefined
      failed = false
    },
  }
}
