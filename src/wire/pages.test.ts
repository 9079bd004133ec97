import { expect, test } from 'vitest'
import { isPagePath, matchPage, pagePaths } from './pages.ts'

test('every path of the table is answered with its own page, a team called referees included', () => {
  for (const page of pagePaths) {
    const pathname = page.path.replace(/\$\w+/, 'a%20b')
    expect(matchPage(pathname)).toEqual({ ...page, id: page.entity === undefined ? '' : 'a%20b' })
    expect(isPagePath(pathname)).toBe(true)
  }
  expect(matchPage('/teams/referees')?.page).toBe('teamHistory')
})

test('an address that is no page, or a file, is not answered with one', () => {
  for (const path of ['/partys', '/parties/', '/parties/a/b', '//parties', '/margin-modes.js', '/parties/a.png'])
    expect(isPagePath(path)).toBe(false)
})
