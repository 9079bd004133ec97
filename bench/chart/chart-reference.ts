/**
 * The minimum that a page must do for the same chart, as a yardstick in the same run: fetch and parse the same pages, give
 * the library prices and volumes as plain numbers, and draw. No framework, no checks, no exact digits, no figures beside.
 */
export const chartReferencePage = `<!doctype html>
<meta charset="utf-8">
<title>Reference</title>
<style>body { margin: 0; font: 13px sans-serif } #chart { height: 560px; width: 1180px }</style>
<div id="chart"></div>
<output></output>
<script src="/chart-library.js"></script>
<script>
  const { createChart, CandlestickSeries, HistogramSeries } = LightweightCharts
  const [element, output] = ['#chart', 'output'].map((name) => document.querySelector(name))
  let held = []
  let chart, prices, volumes
  const read = async (candleId, size, before) => {
    const to = before === undefined ? '' : '&toTimestamp=' + before
    const reply = await fetch('/api/v2/candle?candleId=' + encodeURIComponent(candleId) + to + '&pagination.first=' + size + '&pagination.newestFirst=true')
    return JSON.parse(await reply.text()).candles
  }
  const bar = ({ start, open, high, low, close }) =>
    ({ time: Number(start) / 1e9, open: open / 1e5, high: high / 1e5, low: low / 1e5, close: close / 1e5 })
  const column = ({ start, volume }) => ({ time: Number(start) / 1e9, value: volume / 1e3 })
  function draw() {
    prices.setData(held.map(bar))
    volumes.setData(held.map(column))
    output.textContent = held.length + ' bars'
  }
  window.show = (from, to) => chart.timeScale().setVisibleLogicalRange({ from, to })
  window.open_ = async (candleId, bars) => {
    held = []
    do {
      const { edges } = await read(candleId, Math.min(bars - held.length, 5000), held[0]?.start)
      held = edges.map(({ node }) => node).reverse().concat(held)
    } while (held.length < bars)
    chart = createChart(element, { autoSize: true, timeScale: { timeVisible: true, enableConflation: true, minBarSpacing: 0.01 } })
    prices = chart.addSeries(CandlestickSeries)
    volumes = chart.addSeries(HistogramSeries, {}, 1)
    draw()
    show(0, held.length)
  }
  window.prepend = async (candleId, count) => {
    const range = chart.timeScale().getVisibleLogicalRange()
    const { edges } = await read(candleId, count, held[0].start)
    held = edges.map(({ node }) => node).reverse().concat(held)
    draw()
    show(range.from + edges.length, range.to + edges.length)
  }
  window.close_ = () => {
    chart.remove()
    chart = prices = volumes = undefined
    held = []
    output.textContent = 'none'
  }
</script>`
