import { type ComponentType, createElement, use } from 'react'

/** A page component whose code is loaded when it is first shown or preloaded. */
export interface LazyPage {
  (): React.ReactNode
  /** Starts the download. The router waits for it before it shows the page; a failure is retried on the next call. */
  preload: () => Promise<void>
}

/** Unlike the router's own wrapper it never reloads the tab when a file is missing without consent. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  let pending: Promise<ComponentType> | undefined
  const start = (): Promise<ComponentType> => {
    pending ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        pending = undefined
        throw error
      },
    )
    return pending
  }
  const Page = () => createElement(loaded ?? use(start()))
  return Object.assign(Page, {
    preload: async () => {
      await start()
    },
  })
}
