import { expect, test } from './fixtures.ts'

test('a printed list is light, complete and names its source', async ({ page, network }) => {
  const rows = await network.marginModes({})
  await page.goto('/margin-modes')
  const grid = page.getByRole('grid', { name: 'Margin modes' })
  await expect(grid.getByRole('row').nth(2)).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  // The theme of the screen does not reach the paper.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const colours = await grid.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element.closest('section') ?? element)
    return { color, backgroundColor }
  })
  expect(colours).toEqual({ color: 'rgb(14, 21, 26)', backgroundColor: 'rgb(255, 255, 255)' })
  await expect(grid.getByRole('row')).toHaveCount(rows.length + 1)
  await expect(page.getByRole('contentinfo', { name: 'Connection' })).toBeHidden()
  await expect(page.getByText(`${page.url()} · printed `)).toBeVisible()
})
