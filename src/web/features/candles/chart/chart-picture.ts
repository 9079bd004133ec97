import { chartTheme } from '../../../chart/chart-theme.ts'

/** Title and lines below an exported chart: what it shows, and its source and time. */
export interface Caption {
  title: string
  lines: readonly string[]
}

/** Draws the text over a chart, such as its legends, where it stands and in its colours; `scale` is px of the canvas for one. */
function drawText(context: CanvasRenderingContext2D, chart: Element, scale: number): void {
  const { font, ground } = chartTheme()
  const frame = chart.getBoundingClientRect()
  const nodes = document.createTreeWalker(chart.parentElement ?? chart, NodeFilter.SHOW_TEXT)
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const [parent, text] = [node.parentElement, node.textContent?.trim() ?? '']
    const line = parent?.closest('[data-legend]')?.getBoundingClientRect()
    if (!parent || !line || text === '') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, top, height } = range.getBoundingClientRect()
    // Figures without room are on a second line, which is not shown.
    if (height === 0 || top >= line.bottom) continue
    const { color, fontWeight, fontSize } = getComputedStyle(parent)
    context.font = `${fontWeight} ${Number.parseFloat(fontSize) * scale}px ${font}`
    context.strokeStyle = ground
    context.lineWidth = 4 * scale
    context.fillStyle = color
    const [x, y] = [(left - frame.left) * scale, (top + height / 2 - frame.top) * scale]
    context.strokeText(text, x, y)
    context.fillText(text, x, y)
  }
}

/** Renders a chart with its legends and a caption as PNG. Rejects if the browser cannot encode it. */
export function chartPicture(drawn: HTMLCanvasElement, chart: Element, { title, lines }: Caption): Promise<Blob> {
  const theme = chartTheme()
  const scale = drawn.width / Math.max(chart.clientWidth, 1)
  const [pad, head, step] = [16 * scale, 22 * scale, 18 * scale]
  const canvas = document.createElement('canvas')
  canvas.width = drawn.width
  canvas.height = drawn.height + 2 * pad + head + step * lines.length
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser cannot draw an image.'))
  context.fillStyle = theme.ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(drawn, 0, 0)
  drawText(context, chart, scale)
  context.textBaseline = 'top'
  context.fillStyle = theme.text
  context.font = `600 ${14 * scale}px ${theme.font}`
  context.fillText(title, pad, drawn.height + pad, canvas.width - 2 * pad)
  context.fillStyle = theme.axis
  context.font = `${12 * scale}px ${theme.font}`
  for (const [index, line] of lines.entries()) {
    context.fillText(line, pad, drawn.height + pad + head + index * step, canvas.width - 2 * pad)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be encoded.'))), 'image/png')
  })
}
