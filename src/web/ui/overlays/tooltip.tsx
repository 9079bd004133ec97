import { useLayoutEffect, useRef } from 'react'
import { placeBeside } from './place-popup.ts'
import styles from './tooltip.module.css'

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
  window.addEventListener('scroll', place, { capture: true, passive: true })
  window.addEventListener('resize', place)
  return () => {
    popup.hidePopover()
    window.removeEventListener('scroll', place, { capture: true })
    window.removeEventListener('resize', place)
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
