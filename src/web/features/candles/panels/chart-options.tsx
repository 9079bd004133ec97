import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { placeBeforeOpening } from '../layout/place-before-opening.ts'
import type { PageProps } from '../use-candles-page.ts'
import styles from './chart-options.module.css'

/** Lazy-loaded: the options are not needed before there is a chart. */
const ChartOptionFields = lazy(async () => ({ default: (await import('./chart-option-fields.tsx')).ChartOptionFields }))

/** Of the style sheet: the popup is placed before it opens, when it has no width yet. */
const widthRem = 24

interface ChartOptionsProps extends PageProps {
  /** Opens from the bottom of the window, with other controls before the options. */
  sheet?: ReactNode
}

/** All display options of the chart in a popup: kind, scale, gaps, panes, indicators, decimals. */
export function ChartOptions({ page, sheet }: ChartOptionsProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon="sliders"
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        {...(sheet !== undefined && { 'aria-label': 'Chart and tools' })}
      >
        {sheet === undefined && 'Chart'}
      </Button>
      <div
        id={id}
        popover="auto"
        // A closed dialog would make keyboard handling believe one is open. Not modal, so no <dialog> element.
        role={open ? 'dialog' : undefined}
        aria-label="Chart options"
        tabIndex={-1}
        className={classNames(styles.popup, sheet !== undefined && styles.sheet)}
        onBeforeToggle={(event) => {
          if (event.target === event.currentTarget && event.newState === 'open' && sheet === undefined)
            placeBeforeOpening(event.currentTarget, widthRem)
        }}
        onToggle={(event) => {
          // Menus inside report their own opening.
          if (event.target !== event.currentTarget) return
          setOpen(event.newState === 'open')
          if (event.newState !== 'open') return
          event.currentTarget.focus()
        }}
      >
        {sheet !== undefined && (
          <header>
            <h2>Chart and tools</h2>
            <Button small variant="bare" icon="x" aria-label="Close" popoverTarget={id} popoverTargetAction="hide" />
          </header>
        )}
        {sheet}
        {open && (
          <Suspense fallback={<Skeleton rows={12} />}>
            <ChartOptionFields page={page} />
          </Suspense>
        )}
      </div>
    </>
  )
}
