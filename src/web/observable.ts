/** What can be listened to: events of one kind, or, without an argument, that something changed. */
export interface Emitter<Event = void> {
  /** Calls every listener, in the order in which they came. */
  emit: (event: Event) => void
  /** Calls `listener` for every event from now on; returns the end of it. */
  subscribe: (listener: (event: Event) => void) => () => void
}

export interface ReadonlyObservable<Value> {
  get: () => Value
  /** Calls `listener` after every change; returns the end of it. */
  subscribe: (listener: () => void) => () => void
}

export interface Observable<Value> extends ReadonlyObservable<Value> {
  /** Setting the same value (Object.is) calls no listener. */
  set: (value: Value) => void
}

/** Runs while there is at least one listener, for what has to be listened to or timed only then; returns its end. */
export type WhileObserved = () => () => void

export function createEmitter<Event = void>(whileObserved?: WhileObserved): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>()
  let stop: (() => void) | undefined
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => {
      const first = listeners.size === 0
      listeners.add(listener)
      if (first) stop = whileObserved?.()
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

/** An observable with its first value. React components read it with `useObservable`. */
export function createObservable<Value>(first: Value, whileObserved?: WhileObserved): Observable<Value> {
  const { emit, subscribe } = createEmitter(whileObserved)
  let value = first
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
  }
}
