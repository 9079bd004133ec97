// The layout that the tools of lint do not hold: how many files a folder has, and words that no name may have (CONTRIBUTING.md).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  statSync(join(root, path)).isFile(),
)

test('no folder holds more than twenty files, tests and styles aside', () => {
  const counts = new Map<string, number>()
  for (const path of files.filter((file) => !/\.test\.|\.css$/.test(file)))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(100)
  expect([...counts].filter(([, count]) => count > 20)).toEqual([])
})

test('a bound is named max or min and a time limit timeout, in no other words', () => {
  const words = new RegExp(String.raw`\b(?:${['pat', 'ience'].join('')}|(?:m|le)[ao]st[A-Z])`)
  expect(words.test(['const m', 'ostRows = 1'].join(''))).toBe(true)
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((path) => /\.tsx?$/.test(path) && words.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

/** The module and what it reaches by imports of values, with the lines that name a package or Node. */
function reachedFrom(start: string): Map<string, string[]> {
  const reached = new Map<string, string[]>()
  const wanted = [start]
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (reached.has(path) || !path.endsWith('.ts')) continue
    const text = readFileSync(join(root, path), 'utf8')
    const named = [...text.matchAll(/^(?:import|export) (?!type )[^']*?from '([^']+)'/gm)].map(([, name = '']) => name)
    reached.set(path, [
      ...named.filter((name) => !name.startsWith('.')),
      ...(/\bBuffer\b[.(]/.test(text) ? ['Buffer'] : []),
    ])
    for (const name of named) if (name.startsWith('.')) wanted.push(join(dirname(path), name.replace(/\?raw$/, '')))
  }
  return reached
}

test('a browser that runs the service would load nothing of Node', () => {
  for (const start of [
    'http/service.ts',
    'archive/import-segments.ts',
    'database/pglite/engine.ts',
    'database/pglite/session.ts',
  ]) {
    const reached = reachedFrom(join('server', start))
    expect(reached.size).toBeGreaterThan(3)
    const ofNode = [...reached].filter(([, names]) =>
      names.some((name) => /^node:|^Buffer$|^@hono\/node-server|^ws$|^pino$/.test(name)),
    )
    expect(ofNode).toEqual([])
  }
})

/** Source files by path, with their text. */
const sources = new Map(
  files
    .filter((path) => /^(?:server|wire|browser|client|web)\/.*\.tsx?$/.test(path) && !/\.(?:test|d)\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)
const exported = /^export (?:async |abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
const exportsOf = (text: string): string[] => [...new Set([...text.matchAll(exported)].map(([, name = '']) => name))]

test('a file has a word of its name in an export, so that either is found by the other', () => {
  // Named after what they hold: a question's operations, the scalars, the movements of a settlement.
  const named = [
    'server/questions/network/network.ts',
    'wire/network.ts',
    'wire/scalar.ts',
    'server/demo/accounts/settlement.ts',
    // The first script, and words of all kinds.
    'web/app/main.tsx',
    'web/format/words.ts',
  ]
  const strange = [...sources].filter(([path, text]) => {
    const names = exportsOf(text).map((name) => name.toLowerCase())
    const words = basename(path)
      .replace(/\.tsx?$/, '')
      .split('-')
    const isDoor = basename(path) === 'index.ts'
    return (
      names.length > 0 && !isDoor && !words.some((word) => names.some((name) => name.includes(word.replace(/s$/, ''))))
    )
  })
  expect(sources.size).toBeGreaterThan(500)
  expect(strange.map(([path]) => path).filter((path) => !named.includes(path))).toEqual([])
})

test('an exported name is there once on its side: contract, client, service, dashboard', () => {
  const places = new Map<string, string[]>()
  for (const [path, text] of sources)
    for (const name of exportsOf(text)) {
      const key = `${path.split('/')[0] ?? ''} ${name}`
      places.set(key, [...(places.get(key) ?? []), path])
    }
  // Each file of the contract says what OpenAPI says of its operations.
  places.delete('wire descriptions')
  expect(places.size).toBeGreaterThan(1000)
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([])
})

test('a file with one importer in its folder and no tests of its own is part of that importer', () => {
  const importers = new Map<string, Set<string>>()
  const apart = new Set<string>()
  const tested = new Set(
    files
      .filter((path) => /\.test\.tsx?$/.test(path))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/'(\.[^']+)'/g)].map(([, name = '']) =>
          join(dirname(path), name),
        ),
      ),
  )
  for (const [path, text] of sources)
    for (const [, before = '', name = ''] of text.matchAll(/(from |import\(|URL\()'(\.[^'?]+)(?:\?[a-z]+)?'/g)) {
      const target = join(dirname(path), name)
      // What is imported by a call or as a worker is loaded apart.
      if (before === 'from ' && sources.has(target))
        importers.set(target, (importers.get(target) ?? new Set()).add(path))
      else apart.add(target)
    }
  const lines = (path: string): number => (sources.get(path) ?? '').split('\n').length
  const shallow = [...importers].filter(([path, [only = '', ...others]]) => {
    // An index says what a feature gives.
    const isAlone = others.length === 0 && dirname(only) === dirname(path) && basename(only) !== 'index.ts'
    return isAlone && lines(path) + lines(only) < 300 && !tested.has(path) && !apart.has(path)
  })
  // A command, and the cards of a page.
  const named = [
    'server/cli/import.ts',
    'web/pages/party/ledger-card.tsx',
    'web/pages/party/liquidity-card.tsx',
    'web/pages/party/margin-modes-card.tsx',
    'web/pages/party/spam-card.tsx',
    'web/pages/record/asset-record.tsx',
    'web/pages/record/block-record.tsx',
    'web/pages/record/epoch-record.tsx',
    'web/pages/overview/room/party-links.tsx',
    'web/features/spam-statistics/limits.tsx',
  ]
  expect(importers.size).toBeGreaterThan(300)
  expect(shallow.map(([path]) => path).filter((path) => !named.includes(path))).toEqual([])
})
