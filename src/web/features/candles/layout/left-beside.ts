const gap = 8

/** Left edge in px of a popup of a width in rem that stands at an element, kept inside the window. */
export function leftBeside(at: DOMRect, widthRem: number): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return Math.max(gap, Math.min(at.left, window.innerWidth - widthRem * rem - gap))
}
