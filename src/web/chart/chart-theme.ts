import './chart-theme.css'

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
  vwap: '--chart-1',
  vwapSoft: '--accent-soft',
  barVwap: '--series-3',
  ownLine: '--chart-own',
  // Indicators alternate between these two colours, first solid and then dashed.
  study: '--text-2',
  otherStudy: '--fill-watch',
  area: '--chart-gap',
  markMove: '--mark-move',
  markResult: '--mark-result',
  markFunding: '--mark-funding',
  markFee: '--mark-fee',
  markReward: '--mark-reward',
  markLiquidation: '--mark-liq',
  /** No colour: the share of ink of a mark at rest. */
  markRest: '--mark-rest',
  balance: '--bal',
  accent: '--accent',
  accentSoft: '--accent-soft',
}

/** The chart's colours and font from the current design tokens. Hex, because the chart library parses no other format. */
export interface ChartTheme extends Record<keyof typeof tokens, string> {
  font: string
  /** Colours that tell lines side by side apart. */
  lines: readonly string[]
}

const lineColours = 6

export const lineVariable = (place: number): string => `--chart-${(place % lineColours) + 1}`

const cssVariable = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

export function chartTheme(): ChartTheme {
  const colours = Object.entries(tokens).map(([name, token]) => [name, cssVariable(token)])
  const lines = Array.from({ length: lineColours }, (_, place) => cssVariable(lineVariable(place)))
  const { fontFamily: font } = getComputedStyle(document.body)
  return { ...(Object.fromEntries(colours) as Record<keyof typeof tokens, string>), font, lines }
}

/** Calls `listener` when the theme changes. Returns a function that stops observing. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] })
  return () => observer.disconnect()
}

const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(1 + at * 2, 3 + at * 2), 16)

/** Flattens a translucent colour (`#rrggbbaa`) onto a background (`#rrggbb`). Other colours are returned unchanged. */
export function onGround(colour: string, ground: string): string {
  if (!/^#[\da-f]{8}$/i.test(colour) || !/^#[\da-f]{6}$/i.test(ground)) return colour
  const alpha = channel(colour, 3) / 255
  const mixed = [0, 1, 2].map((at) => Math.round(channel(colour, at) * alpha + channel(ground, at) * (1 - alpha)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
