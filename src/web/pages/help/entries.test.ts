// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { terms } from '../../entities/terms.ts'
import { gaugeLabels } from '../../../wire/spam/spam-gauges.ts'
import { termAnchor } from '../../ui/overlays/explain.tsx'
import { entries } from './entries.ts'

const anchors = entries.map(({ title }) => termAnchor(title))

test('an anchor of the glossary leads to one entry', () => {
  expect(anchors.filter((anchor, at) => anchor === '' || anchors.indexOf(anchor) !== at)).toEqual([])
})

test('the settings of alerts lead to what tells of alerts without a browser', () => {
  expect(anchors).toContain('alerts-without-a-browser')
})

test('every explanation beside a word leads to an entry of the glossary, or to the states', () => {
  const titles = [...Object.values(terms).map(({ title }) => title), ...Object.values(gaugeLabels)]
  const there = new Set([...anchors, termAnchor(terms.states.title)])
  expect(titles.filter((title) => !there.has(termAnchor(title)))).toEqual([])
})
