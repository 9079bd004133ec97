import './chart-colours.css'
/** Design tokens of the chart's colours. */
const tokens = {
  ground: '--chart-ground',
  grid: '--chart-grid',
  axis: '--chart-axis',
  cross: '--chart-cross',
  hatch: '--line-strong',
  line: '--line-strong',
  text: '--text',
  label: '--surface-3',
  inverse: '--text-inverse',
  up: '--up',
  down: '--down',
  upSoft: '--up-soft',
  downSoft: '--down-soft',
  vwap: '--chart-vwap',
  vwapSoft: '--accent-soft',
  barVwap: '--series-3',
  // Indicators alternate between these two colours, first solid and then dashed.
  study: '--text-2',
  otherStudy: '--fill-watch',
  compared1: '--compare-1',
  compared2: '--compare-2',
  compared3: '--compare-3',
  compared4: '--compare-4',
  compared5: '--compare-5',
  area: '--chart-gap',
}

/** The chart's colours from the current design tokens. Hex, because the chart engine parses no other format. */
export type ChartColours = Record<keyof typeof tokens, string>

const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(1 + at * 2, 3 + at * 2), 16)

/** Colour of a compared market, by its place in the address. */
export const comparedColour = (colours: ChartColours, index: number): string =>
  [colours.compared1, colours.compared2, colours.compared3, colours.compared4][index] ?? colours.compared5

/** Flattens a translucent colour (`#rrggbbaa`) onto a background (`#rrggbb`). Other colours are returned unchanged. */
export function onGround(colour: string, ground: string): string {
  if (!/^#[\da-f]{8}$/i.test(colour) || !/^#[\da-f]{6}$/i.test(ground)) return colour
  const alpha = channel(colour, 3) / 255
  const mixed = [0, 1, 2].map((at) => Math.round(channel(colour, at) * alpha + channel(ground, at) * (1 - alpha)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Reads the design tokens from the document. */
export function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const read = ([name, token]: [string, string]): [string, string] => [name, style.getPropertyValue(token).trim()]
  return Object.fromEntries(Object.entries(tokens).map(read)) as unknown as ChartColours
}

/** The page's font, for the canvas. */
export const readFont = (): string => getComputedStyle(document.body).fontFamily

/** Calls `listener` when the theme changes. Returns a function that stops observing. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] })
  return () => observer.disconnect()
}
