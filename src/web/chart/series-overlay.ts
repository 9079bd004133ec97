import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  PrimitivePaneViewZOrder,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'

export type OverlayTarget = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** A layer of a pane or an axis that is drawn by a function. */
export const overlayView = (
  zOrder: PrimitivePaneViewZOrder,
  draw: (target: OverlayTarget) => void,
): IPrimitivePaneView => ({ zOrder: () => zOrder, renderer: () => ({ draw }) })

/** What is drawn over or under a series, by the layers of a subclass. */
export abstract class SeriesOverlay implements ISeriesPrimitive<Time> {
  protected host: SeriesAttachedParameter<Time> | undefined
  protected abstract readonly views: readonly IPrimitivePaneView[]

  attached(host: SeriesAttachedParameter<Time>): void {
    this.host = host
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views
  }

  /** Px of a row from the left edge of the pane. */
  protected xOf(index: number): number {
    return this.host?.chart.timeScale().logicalToCoordinate(index as Logical) ?? 0
  }
}
