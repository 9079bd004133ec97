import { useContext, useState, type ReactNode, useLayoutEffect, useRef } from 'react'
import { TabStop } from '../inputs/anchor.tsx'
import { placeBeside } from '../overlays/place-popup.ts'
import styles from '../overlays/tooltip.module.css'
import { listen } from '../../listen.ts'

export const tooltipClass = styles.tooltip

const overlaps = (a: DOMRect, b: DOMRect): boolean =>
  a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right

/** Opens a popover that follows `anchor`, hidden while it is outside `scroller`; returns what closes it. */
export function openTooltip(popup: HTMLElement, anchor: Element, scroller?: Element): () => void {
  const place = () => {
    const inSight = !scroller || overlaps(anchor.getBoundingClientRect(), scroller.getBoundingClientRect())
    popup.style.visibility = inSight ? 'visible' : 'hidden'
    placeBeside(popup, anchor)
  }
  popup.showPopover()
  place()
  const stop = listen(window, { scroll: place, resize: place }, { capture: true, passive: true })
  return () => {
    popup.hidePopover()
    stop()
  }
}

/** A visual tooltip in the top layer, where no panel clips it; assistive technology reads the element itself. */
export function Tooltip({ text, anchor }: { text: string; anchor: Element }) {
  const popup = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => (popup.current ? openTooltip(popup.current, anchor) : undefined), [anchor])
  return (
    <span ref={popup} aria-hidden="true" popover="manual" className={tooltipClass}>
      {text}
    </span>
  )
}

export interface ExactProps {
  exact: string | undefined
  children: ReactNode
  className?: string | undefined
  'data-sign'?: 'in' | 'out' | undefined
  'data-direction'?: string | undefined
}

/** A rounded value with its exact one, also on focus; inside a grid, the grid says it of its active cell. */
export function Exact({ exact, children, ...rest }: ExactProps) {
  const inGrid = useContext(TabStop) === -1
  const [anchor, setAnchor] = useState<Element>()
  if (inGrid || exact === undefined || exact === '' || exact === children) {
    return (
      <span title={exact} {...rest}>
        {children}
      </span>
    )
  }
  return (
    // Without a role: a cell or a term around it keeps the shown text as its name.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it does nothing when pressed
    <span
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact value is shown on focus
      tabIndex={0}
      title={exact}
      onFocus={(event) => setAnchor(event.currentTarget)}
      onBlur={() => setAnchor(undefined)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setAnchor(undefined)
      }}
      {...rest}
    >
      {children}
      {anchor && <Tooltip text={exact} anchor={anchor} />}
    </span>
  )
}
