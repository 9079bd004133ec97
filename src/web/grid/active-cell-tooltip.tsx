import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { openTooltip, tooltipClass } from '../ui/overlays/tooltip.tsx'

interface ActiveCellTooltipProps {
  /** The active cell is described by this id. */
  id: string
  /** The id of the active cell; undefined when no cell of a row is active. */
  cell: string | undefined
  scroller: HTMLElement | null
}

/** Text that may be cut is an element: it has its ellipsis at its end, and the whole of it as the cell's exact value. */
export const cellContent = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <span data-text>{content}</span> : content

/** Gives cut text its whole value as a title, before it is shown. */
export function titleCutText({ target }: PointerEvent): void {
  if (target instanceof HTMLElement && target.matches('[data-text]'))
    target.title = target.scrollWidth > target.clientWidth ? target.textContent : ''
}

/** The titles within a cell and the text that is cut: exact values, full ids, reasons for a missing value. */
function exactValues(cell: Element | null): string {
  const values = [...(cell?.querySelectorAll<HTMLElement>('[title], [data-text]') ?? [])].flatMap((element) => {
    const { title, textContent, scrollWidth, clientWidth } = element
    if (element.hasAttribute('data-text')) return scrollWidth > clientWidth ? [textContent] : []
    return title !== '' && title !== textContent ? [title] : []
  })
  return [...new Set(values)].join('\n')
}

/** The active cell while the grid has the keyboard focus, until Escape. */
function useWantedCell(cell: string | undefined, scroller: HTMLElement | null): string | undefined {
  const [focused, setFocused] = useState(false)
  const [dismissed, setDismissed] = useState<string>()
  useLayoutEffect(() => {
    if (!scroller) return undefined
    const onFocus = ({ target }: Event) => setFocused(target === scroller && scroller.matches(':focus-visible'))
    const onKey = ({ key, target }: KeyboardEvent) => {
      setFocused(target === scroller)
      setDismissed(key === 'Escape' ? (scroller.getAttribute('aria-activedescendant') ?? undefined) : undefined)
    }
    const mounted = new AbortController()
    scroller.addEventListener('focusin', onFocus, { signal: mounted.signal })
    scroller.addEventListener('focusout', () => setFocused(false), { signal: mounted.signal })
    scroller.addEventListener('keydown', onKey, { signal: mounted.signal })
    return () => mounted.abort()
  }, [scroller])
  return focused && dismissed !== cell ? cell : undefined
}

/** The exact values of the active cell, read from the titles in it: a column states them once. */
export function ActiveCellTooltip({ id, cell, scroller }: ActiveCellTooltipProps) {
  const popup = useRef<HTMLSpanElement>(null)
  const shown = useRef<{ anchor: Element; text: string; close: () => void }>(undefined)
  const target = useWantedCell(cell, scroller)
  // After each render of the grid: the active cell may show another record now.
  useLayoutEffect(() => {
    if (!popup.current || !scroller) return
    const element = cell === undefined ? null : document.getElementById(cell)
    const text = exactValues(element)
    if (popup.current.textContent !== text) popup.current.textContent = text
    const anchor = target === undefined || text === '' ? null : element
    if (anchor === (shown.current?.anchor ?? null) && text === (shown.current?.text ?? text)) return
    shown.current?.close()
    shown.current = anchor ? { anchor, text, close: openTooltip(popup.current, anchor, scroller) } : undefined
  })
  useEffect(() => () => shown.current?.close(), [])
  return <span ref={popup} id={id} role="tooltip" popover="manual" className={tooltipClass} />
}
