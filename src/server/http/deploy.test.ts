import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { serviceMetrics } from './metrics.ts'
import type { Core } from '../core/core.ts'
import { PartyWatch } from '../core/watch/party-watch.ts'

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const names = new Set(
  serviceMetrics({
    recentBlock: () => Promise.resolve(undefined),
    queues: () => [],
    core: { traffic: () => ({ answers: new Map(), heldMs: 0 }) },
    spamWatch: new PartyWatch([], {} as Core, { now: Date.now, sleep: () => Promise.resolve() }),
    notifier: { counts: () => [] },
  }).names(),
)

/** The metrics that an expression of PromQL reads. */
const metricsIn = (expression: string): string[] =>
  (expression.match(/\b(?:lyra|nodejs|process)_\w+/g) ?? []).map((name) => name.replace(/_bucket$/, ''))

interface Dashboard {
  title: string
  uid: string
  schemaVersion: number
  panels: {
    id: number
    title: string
    type: string
    gridPos: { x: number; y: number; w: number; h: number }
    targets: { expr: string; refId: string }[]
  }[]
}
const dashboard = JSON.parse(file('deploy/grafana/lyra.json')) as Dashboard

test('the Grafana dashboard has panels that do not overlap, each with an expression', () => {
  expect(dashboard).toMatchObject({ title: 'Lyra', uid: 'lyra', schemaVersion: 39 })
  const { panels } = dashboard
  expect(panels.length).toBeGreaterThan(8)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length)
  for (const { gridPos, targets, title } of panels) {
    expect(title).not.toBe('')
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    expect(targets.length).toBeGreaterThan(0)
  }
})

test.each(dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])))(
  'the dashboard’s "%s" reads a metric that the service exports: %s',
  (_, expression) => {
    const read = metricsIn(expression ?? '')
    expect(read.length).toBeGreaterThan(0)
    for (const name of read) expect(names).toContain(name)
  },
)

const rules = file('deploy/prometheus/alerts.yml')
  .split(/^ +- alert: /m)
  .slice(1)

test('every alert rule reads metrics that exist, has a test of promtool and a row in docs/operations.md', () => {
  expect(rules.length).toBeGreaterThan(9)
  for (const rule of rules) {
    const [name = ''] = rule.split('\n')
    const read = metricsIn(rule.slice(0, rule.indexOf('for:')))
    if (name !== 'LyraDown') expect(read.length).toBeGreaterThan(0)
    for (const metric of read) expect(names).toContain(metric)
    expect(file('deploy/prometheus/alerts.test.yml')).toContain(`alertname: ${name}\n`)
    expect(file('docs/operations.md')).toContain(`| ${name} `)
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
test.skipIf(!hasPromtool)('each alert tells of its harm and of nothing else, as promtool runs the rules', () => {
  const path = fileURLToPath(new URL('../../../deploy/prometheus/alerts.test.yml', import.meta.url))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
  expect({ status, stdout, stderr }).toMatchObject({ status: 0 })
})

test('every metric of Lyra is in the table of docs/operations.md', () => {
  const text = file('docs/operations.md')
  for (const name of names) if (name.startsWith('lyra_')) expect(text).toContain(`\`${name}\``)
})
