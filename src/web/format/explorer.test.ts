import { expect, test } from 'vitest'
import { explorerHref, refuseTemplate } from './explorer.ts'

const template = 'https://explorer.example/{kinds}/{id}?kind={kind}'

test('a template is filled with kind, plural and encoded id', () => {
  expect(explorerHref(template, 'party', 'ab12')).toBe('https://explorer.example/parties/ab12?kind=party')
  expect(explorerHref(' http://x.example:8080/{id} ', 'block', '7')).toBe('http://x.example:8080/7')
  expect(explorerHref(template, 'market', '../$&?x#y')).toBe(
    'https://explorer.example/markets/..%2F%24%26%3Fx%23y?kind=market',
  )
})

test('without a template there is no link', () => {
  expect(explorerHref('', 'party', 'ab')).toBeUndefined()
  expect(refuseTemplate('  ')).toBeUndefined()
})

test.each([
  'javascript:alert("{id}")',
  'data:text/html,{id}',
  'explorer.example/{id}',
  'https://explorer.example/',
  'https://{id}.explorer.example/',
  'https://{kind}.example/{id}',
  'https://{id}',
  'https:// /{id}',
])('a template that runs code, has no id or lets the id choose the host is never a link: %s', (bad) => {
  expect(refuseTemplate(bad)).toBeTypeOf('string')
  expect(explorerHref(bad, 'party', 'ab')).toBeUndefined()
})
