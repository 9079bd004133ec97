const [gap, minBelow] = [8, 320]

/**
 * Places a popover of a width in rem below the button that opens it, inside the window, before it is painted. Its content may
 * come later and be long: it scrolls in the room that is left.
 */
export function placeBeforeOpening(popup: HTMLElement, widthRem: number): void {
  const at = document.querySelector(`[popovertarget="${popup.id}"]`)?.getBoundingClientRect()
  if (!at) return
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const top = window.innerHeight - at.bottom - 12 < minBelow ? gap : at.bottom + 4
  popup.style.left = `${Math.max(gap, Math.min(at.left, window.innerWidth - widthRem * rem - gap))}px`
  popup.style.top = `${top}px`
  popup.style.maxHeight = `${window.innerHeight - top - gap}px`
}
