/**
 * The minimum that a page must do for the same list, as a yardstick in the same run: fetch and parse each page, keep its
 * rows, and write the texts of the rows in sight into a fixed pool of elements. No framework, no checks, no keys.
 */
export const referencePage = `<!doctype html>
<meta charset="utf-8">
<title>Reference</title>
<style>
  body { margin: 0; font: 13px sans-serif }
  #scroller { height: 700px; overflow: auto; position: relative }
  #body { position: relative }
  .row { position: absolute; inset-inline: 0; top: 0; height: 34px; display: grid; grid-template-columns: repeat(7, 1fr) }
  .row > div { overflow: hidden; white-space: nowrap; padding: 8px }
</style>
<div id="scroller"><div id="body"></div></div>
<output></output>
<script>
  const [scroller, body, output] = ['#scroller', '#body', 'output'].map((name) => document.querySelector(name))
  const names = ['partyId', 'marketId', 'marginMode', 'marginFactor', 'minTheoreticalMarginFactor', 'maxTheoreticalLeverage', 'atEpoch']
  const rows = []
  const pool = Array.from({ length: 37 }, () => {
    const row = document.createElement('div')
    row.className = 'row'
    for (const _ of names) row.append(document.createElement('div'))
    body.append(row)
    return row
  })
  function draw() {
    const first = Math.max(0, Math.floor(scroller.scrollTop / 34) - 8)
    for (let at = first; at < first + pool.length; at += 1) {
      const element = pool[at % pool.length]
      const edge = rows[at]
      element.style.transform = 'translateY(' + at * 34 + 'px)'
      names.forEach((name, column) => (element.children[column].textContent = edge?.node[name] ?? ''))
    }
  }
  scroller.addEventListener('scroll', draw)
  const size = new URLSearchParams(location.search).get('rows')
  let after = ''
  async function load() {
    const reply = await fetch('/api/v2/margin-modes?pagination.first=' + size + after)
    const { partyMarginModes: { edges, pageInfo } } = JSON.parse(await reply.text())
    for (const edge of edges) rows.push(edge)
    after = '&pagination.after=' + pageInfo.endCursor
    body.style.height = rows.length * 34 + 'px'
    draw()
    output.textContent = rows.length + ' rows'
    if (pageInfo.hasNextPage) setTimeout(load)
  }
</script>`
