import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectNoViolations } from './axe.ts'
import { copyOfDemo, expect, test } from './fixtures.ts'
import { unexpected, watchShifts } from './shifts.ts'
import { demoSeed, demoTime, startService } from './service.ts'

test.describe.configure({ mode: 'parallel' })

test('a chart and the limits of a party stand alone, named and with their zone', async ({ page, network }) => {
  const { id, tradableInstrument } = await network.busyMarket()
  const { code } = tradableInstrument.instrument
  const party = await network.versatileParty()
  const shifts = await watchShifts(page)
  await page.goto(`/markets/${id}/candles?interval=1h&zone=utc&embed=1`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
  await expect(page.getByRole('main')).toContainText('Times: UTC')
  await expect(page.locator('canvas').first()).toBeVisible()
  for (const role of ['navigation', 'banner'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
  // The address keeps it: a chart that was moved is still alone after a reload.
  await page.mouse.move(300, 300)
  await page.mouse.wheel(-400, 0)
  await expect(page).toHaveURL(/from=\d+.*embed=1|embed=1.*from=\d+/)
  await expectNoViolations(page)

  await page.goto(`/spam/${party}?embed=1`)
  await expect(page.getByRole('article', { name: 'Transfers' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Spam limits')
  for (const role of ['navigation', 'banner'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expectNoViolations(page)
  const { sum, moved } = unexpected(await shifts())
  expect(sum, moved.join('\n')).toBeLessThan(0.01)
})

test(
  'another site shows a chart where it is allowed to, and its links open in a tab',
  { tag: '@full' },
  async ({ page, browser, network, service }) => {
    const { id } = await network.busyMarket()
    const options = ['--demo-seed', demoSeed, '--demo-time', demoTime, '--frozen']
    const site = createServer((request, response) => {
      const shown = `${new URL(request.url ?? '', 'http://a').searchParams.get('of')}/markets/${id}/candles?interval=1h&embed=1`
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><title>wiki</title><iframe title="chart" width="900" height="500" src="${shown}"></iframe>`,
      )
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const wiki = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const folder = await copyOfDemo('embedded')
    const allowing = await startService(folder, [...options, '--frame-ancestors', wiki])
    try {
      await page.goto(`${wiki}/?of=${encodeURIComponent(allowing.url)}`)
      const framed = page.frameLocator('iframe')
      await expect(framed.locator('canvas').first()).toBeVisible()
      const opened = page.waitForEvent('popup')
      await framed.getByRole('heading', { level: 1 }).getByRole('link').click()
      await expect(await opened).toHaveURL(new RegExp(`/markets/${id}/candles\\?interval=1h$`))
      // Without the option no site may show it.
      const refused = await browser.newPage()
      await refused.goto(`${wiki}/?of=${encodeURIComponent(service.url)}`)
      await expect.poll(() => refused.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
      await refused.close()
    } finally {
      await allowing.stop()
      site.close()
    }
  },
)
