const gap = 4

/** Puts an opened popover under the button that opens it, inside the window. It lives in the top layer, so nothing can clip it. */
export function placePopup(popup: HTMLElement): void {
  const button = document.querySelector<HTMLElement>(`[popovertarget="${popup.id}"]`)
  if (!button) return
  const at = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popup
  const left = Math.max(gap, Math.min(at.left, window.innerWidth - offsetWidth - gap))
  const below = at.bottom + gap
  const top = below + offsetHeight > window.innerHeight ? Math.max(gap, at.top - gap - offsetHeight) : below
  popup.style.left = `${left}px`
  popup.style.top = `${top}px`
}
