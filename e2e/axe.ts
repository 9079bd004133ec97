import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What axe finds, short enough to be read in a failed test: in a part of the page (a selector), by all or some rules. */
export async function violations(page: Page, part = 'html', rules: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).include(part)
  const { violations: found } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze()
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}. ${failureSummary}`),
  )
}

/** The rules that colours decide: a page that passed all in one theme needs only these in the other. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Shows a theme; a colour on its way from one theme to the other belongs to neither, so it is waited for. */
export const paint = (page: Page, theme: 'dark' | 'light'): Promise<void> =>
  page.locator('html').evaluate(async (html, shown) => {
    html.dataset['theme'] = shown
    html.getBoundingClientRect()
    const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }, theme)
