import { useLayoutEffect } from 'react'

/** Px that hide nothing: the handle of the last column stands out by this much. */
const slack = 8

/** Says at which edges columns are cut, for the fade over them; `width` is that of the columns. Outside React: it follows the scrolling. */
export function useEdgeFade(scroller: HTMLElement | null, width: unknown): void {
  useLayoutEffect(() => {
    const view = scroller?.parentElement
    if (!scroller || !view) return undefined
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth, offsetWidth } = scroller
      const rest = scrollWidth - clientWidth - Math.abs(scrollLeft)
      view.toggleAttribute('data-more-end', rest > slack)
      view.toggleAttribute('data-more-start', Math.abs(scrollLeft) > slack)
      view.style.setProperty('--scrollbar', `${offsetWidth - clientWidth}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    for (const part of scroller.children) observer.observe(part)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [scroller, width]) // other columns change what is cut
}
