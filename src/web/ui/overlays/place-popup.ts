const gap = 4

/** Positions an open popover under `anchor`, or above it where there is no room, inside the window. */
export function placeBeside(popup: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popup
  const left = Math.max(gap, Math.min(at.left, window.innerWidth - offsetWidth - gap))
  const below = at.bottom + gap
  const top = below + offsetHeight > window.innerHeight ? Math.max(gap, at.top - gap - offsetHeight) : below
  popup.style.left = `${left}px`
  popup.style.top = `${top}px`
}

/** Positions an open popover with a corner at a point of the window, on the side of it where there is room. */
export function placeAt(popup: HTMLElement, x: number, y: number): void {
  const { offsetWidth, offsetHeight } = popup
  const fit = (at: number, size: number, room: number): number =>
    Math.max(gap, at + size + gap > room ? Math.min(at - size, room - size - gap) : at)
  popup.style.left = `${fit(x, offsetWidth, window.innerWidth)}px`
  popup.style.top = `${fit(y, offsetHeight, window.innerHeight)}px`
}

/** Positions a popover that has just opened at the button that opens it. */
export function placePopup({ newState, currentTarget: popup }: { newState: string; currentTarget: HTMLElement }): void {
  if (newState !== 'open') return
  const button = document.querySelector(`[popovertarget="${popup.id}"]`)
  if (button) placeBeside(popup, button)
}
