import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

let release: () => void = () => undefined
const picture = new Promise<void>((resolve) => {
  release = resolve
})

/** At least this soon after the start the rest is loaded, also where no answer comes, ms. */
const timeoutMs = 1_500
setTimeout(() => release(), timeoutMs)

/** Told when the page in view shows what it was opened for: the rest is loaded as soon as the browser has time. */
export function firstPictureShown(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => release(), { timeout: 300 })
  else setTimeout(() => release())
}

/** The reader wants something that is not loaded yet: nothing waits for the first picture any more. */
export const hurry = (): void => release()

/** Fulfilled once the first picture is there; never refused. */
export const afterFirstPicture = (): Promise<void> => picture

const again = 500

/** Resolves when another try may do better: the network is back, or after half a second where it never went away. */
const betterTime = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, again)
    else window.addEventListener('online', () => resolve(), { once: true })
  })

/** Loads; a script that did not come is asked for once more, on a device that is offline when it no longer is. */
const persistently = <Part,>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async () => {
    await betterTime()
    return load()
  })

/** For what works unseen: its script is asked for until it comes, soon at first, then twice a minute. */
export async function untilItComes<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wait = again; ; wait = Math.min(2 * wait, 30_000)) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** Waiting is not shown for what will not come. */
const Missing = () => <p className="muted">A part of this page could not be loaded. Reload to try again.</p>

/**
 * A part that the first picture does without. Its script is asked for after that picture, so that rows come first;
 * `fallback` keeps its place. When the script cannot be had the page goes on without the part and says so.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  const Part = lazy(async () => {
    await picture
    return { default: await persistently(load).catch((): ComponentType<Props> => Missing) }
  })
  return function Later(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/**
 * A part for what may happen: a failure, an empty answer, an opened row. It is drawn as soon as it is wanted; its script
 * is asked for after the first picture, since it may be wanted when nothing can be loaded any more. `plain` stands in
 * for a part that could not be had; without one the page says that it broke.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, plain }: { fallback?: ReactNode; plain?: ComponentType<Props> } = {},
): (props: Props) => ReactNode {
  void picture.then(load).catch(() => undefined)
  const Part = lazy(async () => {
    const loaded = load()
    return { default: await (plain ? loaded.catch(() => plain) : loaded) }
  })
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}
