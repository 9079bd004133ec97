/** Title and lines below an exported chart: what it shows, and its source and time. */
export interface Caption {
  title: string
  lines: readonly string[]
}

/** The page's colours and font for the caption. */
function pageTheme() {
  const style = getComputedStyle(document.documentElement)
  const read = (token: string): string => style.getPropertyValue(token).trim()
  return {
    ground: read('--surface-1'),
    text: read('--text'),
    muted: read('--text-muted'),
    font: getComputedStyle(document.body).fontFamily,
  }
}

/** Renders a chart with its caption as PNG, in device pixels. Rejects if the browser cannot encode it. */
export function picture(chart: HTMLCanvasElement, { title, lines }: Caption): Promise<Blob> {
  const { ground, text, muted, font } = pageTheme()
  const scale = window.devicePixelRatio || 1
  const [pad, head, step] = [16 * scale, 22 * scale, 18 * scale]
  const canvas = document.createElement('canvas')
  canvas.width = chart.width
  canvas.height = chart.height + 2 * pad + head + step * lines.length
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser cannot draw an image.'))
  context.fillStyle = ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(chart, 0, 0)
  context.textBaseline = 'top'
  context.fillStyle = text
  context.font = `600 ${14 * scale}px ${font}`
  context.fillText(title, pad, chart.height + pad, canvas.width - 2 * pad)
  context.fillStyle = muted
  context.font = `${12 * scale}px ${font}`
  for (const [index, line] of lines.entries()) {
    context.fillText(line, pad, chart.height + pad + head + index * step, canvas.width - 2 * pad)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be encoded.'))), 'image/png')
  })
}
