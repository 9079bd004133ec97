import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../../../../ui/inputs/button.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import type { ChartOptionFieldsProps } from './chart-option-fields.tsx'
import styles from './chart-options.module.css'

/** Lazy-loaded: the options are not needed before there is a chart. */
const ChartOptionFields = lazy(async () => ({ default: (await import('./chart-option-fields.tsx')).ChartOptionFields }))

const minBelow = 320

/** Places the popup below its button, kept inside the window. */
function place(popup: HTMLElement): void {
  const at = document.querySelector(`[popovertarget="${popup.id}"]`)?.getBoundingClientRect()
  if (!at) return
  const left = Math.min(at.left, window.innerWidth - popup.offsetWidth - 8)
  popup.style.left = `${Math.max(8, left)}px`
  // The content loads later and may be long: limit the height to the available space and let it scroll.
  const below = window.innerHeight - at.bottom - 12
  const top = below < minBelow ? 8 : at.bottom + 4
  popup.style.top = `${top}px`
  popup.style.maxHeight = `${window.innerHeight - top - 8}px`
}

/** All display options of the chart in a popup: kind, scale, gaps, panes, indicators, decimals. */
export function ChartOptions(props: ChartOptionFieldsProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="sliders" popoverTarget={id} aria-expanded={open} aria-haspopup="dialog">
        Chart
      </Button>
      <div
        id={id}
        popover="auto"
        // A closed dialog would make keyboard handling believe one is open. Not modal, so no <dialog> element.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role={open ? 'dialog' : undefined}
        aria-label="Chart options"
        tabIndex={-1}
        className={styles.popup}
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          if (event.newState !== 'open') return
          place(event.currentTarget)
          event.currentTarget.focus()
        }}
      >
        {open && (
          <Suspense fallback={<Skeleton rows={12} />}>
            <ChartOptionFields {...props} />
          </Suspense>
        )}
      </div>
    </>
  )
}
