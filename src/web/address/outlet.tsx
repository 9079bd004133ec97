import { Component, Suspense, createElement, use, useEffect, useLayoutEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { tellArrival } from './arrival.ts'
import type { Entry } from './history.ts'
import type { Page } from './page.ts'
import { type PageFailure, useRouter } from './router.tsx'
import { comeBack, showTop } from './scroll.ts'

interface CatcherProps {
  /** A move to another entry is a new try. */
  entry: Entry
  page: Page
  view: ComponentType<PageFailure>
  children: ReactNode
}

interface CatcherState {
  entry: Entry
  failed?: { error: unknown } | undefined
}

/** Keeps what a page throws away from the frame around it. */
class Catcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { entry: this.props.entry }

  static getDerivedStateFromError = (error: unknown): Partial<CatcherState> => ({ failed: { error } })

  static getDerivedStateFromProps = ({ entry }: CatcherProps, state: CatcherState): Partial<CatcherState> | null =>
    entry === state.entry ? null : { entry, failed: undefined }

  readonly reset = (): void => {
    this.props.page.forget()
    this.setState({ failed: undefined })
  }

  override render(): ReactNode {
    const { view: View, children } = this.props
    const { failed } = this.state
    return failed ? <View error={failed.error} reset={this.reset} /> : children
  }
}

/** A page whose code is here is drawn at once; else what stands around it waits. */
function Shown({ page }: { page: Page }) {
  return createElement(use(page.ask()))
}

/** Stands behind the page and is drawn when the page is. */
function Arrived() {
  const {
    place: { entry, from, scroll },
    hasArrived,
    arrive,
  } = useRouter()
  useLayoutEffect(() => {
    if (hasArrived(entry)) return
    if (scroll === 'left') comeBack(entry)
    else if (scroll === 'top') showTop(entry)
  }, [entry, scroll, hasArrived])
  useEffect(() => {
    if (hasArrived(entry)) return
    arrive(entry)
    tellArrival({ entry, from })
  }, [entry, from, hasArrived, arrive])
  return null
}

/** Where the frame shows the page of the address. */
export function Outlet() {
  const { place, given } = useRouter()
  return (
    <Suspense key={place.path} fallback={given.waiting}>
      <Catcher entry={place.entry} page={place.page} view={given.failure}>
        <Shown page={place.page} />
      </Catcher>
      <Arrived />
    </Suspense>
  )
}
