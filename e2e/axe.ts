import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from 'playwright/test'

/** Rows of a grid that look like those before them: on a tall page, axe spends most of its time on their contrast. */
const furtherRows = '[role=rowgroup] > [role=row]:nth-child(n + 9)'

/** Only a part of the target is free: the bar at the bottom of the window covers what is scrolled under it. */
const isCovered = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'messageKey' in data && data.messageKey === 'partiallyObscured'

/** Violations found by axe as short text, in a part of the page (a selector), by all rules or only those named. */
export async function violations(page: Page, part = 'html', rules: readonly string[] = []): Promise<string[]> {
  // Legacy mode only leaves out frames of other origins, and the pages have no frames; else each run opens a second page.
  const axe = new AxeBuilder({ page }).include(part).exclude(furtherRows).setLegacyMode()
  // Off by default: controls of at least 24 px, or as far from each other (WCAG 2.2, 2.5.8).
  axe.options({ rules: { 'target-size': { enabled: true } } })
  const { violations: found } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze()
  return found.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ any }) => !any.some(({ data }) => isCovered(data)))
      .map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}. ${failureSummary}`),
  )
}

/** The rules whose result depends on colours: a page that passed all rules in one theme needs only these in the other. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Switches the theme and ends colour transitions, where a half-way colour belongs to neither theme: not all end by themselves. */
export const paint = (page: Page, theme: 'dark' | 'light'): Promise<void> =>
  page.locator('html').evaluate((html, shown) => {
    html.dataset['theme'] = shown
    html.getBoundingClientRect()
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  }, theme)

/** Runs all rules in the dark theme and those that depend on colours in the light one, where the document is the same. */
export async function expectNoViolations(page: Page, part = 'html'): Promise<void> {
  await paint(page, 'dark')
  expect(await violations(page, part), 'dark').toEqual([])
  await paint(page, 'light')
  expect(await violations(page, part, colourRules), 'light').toEqual([])
  await paint(page, 'dark')
}

/** In a window so tall that the bar at the bottom covers nothing: contrast under it cannot be measured. */
export async function expectNoViolationsOnTallPage(page: Page, part = 'html'): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1440, height: 2800 })
  await expectNoViolations(page, part)
  if (before) await page.setViewportSize(before)
}
