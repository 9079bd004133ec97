import { chromium } from 'playwright'
const base = 'http://127.0.0.1:8477'
const markets = (await (await fetch(base + '/api/v2/markets')).json()).markets.edges
const m = markets[0].node.id
const party = (await (await fetch(base + '/api/v2/parties')).json()).parties.edges[3].node.id
const pages = { candles: `/markets/${m}/candles`, modes: '/margin-modes', party: `/parties/${party}`, spam: `/spam/${party}`, ledger: `/ledger-export?partyId=${party}`, overview: '/', lp: `/liquidity-providers?marketId=${m}`, teams: `/teams/referees/${party}`, settings: '/settings' }
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const only = process.argv[2]?.split(',')
for (const [theme, width] of [['dark', 1440], ['light', 390], ...(process.argv[3] ? [['light', 1440], ['dark', 390]] : [])]) {
  const c = await b.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } })
  await c.addInitScript((theme) => localStorage.setItem('lyra.preferences', JSON.stringify({ theme })), theme)
  const p = await c.newPage()
  p.on('pageerror', (e) => console.log('ERR', e.message))
  for (const [name, path] of Object.entries(pages)) {
    if (only && !only.includes(name)) continue
    await p.goto(base + path); await p.waitForTimeout(2500)
    await p.screenshot({ path: `/tmp/exp/shot-${name}-${theme}-${width}.png` })
  }
  await c.close()
}
await b.close()
