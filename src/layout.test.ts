// The layout that the tools of lint do not hold: how many files a folder has, and words that no name may have (CONTRIBUTING.md).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  expect(files.length).toBeGreaterThan(800)
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
