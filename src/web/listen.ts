type EventsOf<Target> = Target extends Window
  ? WindowEventMap
  : Target extends Document
    ? DocumentEventMap
    : HTMLElementEventMap

/** Calls a handler for each of its events; returns the end of it. */
export function listen<Target extends Window | Document | HTMLElement>(
  target: Target,
  handlers: { [Name in keyof EventsOf<Target>]?: (event: EventsOf<Target>[Name]) => unknown },
  options?: AddEventListenerOptions,
): () => void {
  const listening = new AbortController()
  const { signal } = listening
  for (const [type, handler] of Object.entries(handlers as Record<string, EventListener>))
    target.addEventListener(type, handler, { ...options, signal })
  return () => listening.abort()
}

/** Calls `measure` now and whenever one of the elements changes its size; returns the end of it. */
export function onResize(elements: readonly Element[], measure: () => void): () => void {
  measure()
  const observer = new ResizeObserver(measure)
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}
