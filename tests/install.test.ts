import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Lock {
  packages: Record<string, { dev?: true; optional?: true; devOptional?: true; resolved?: string }>
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
const named = Object.entries(lock.packages).filter(([path]) => path !== '')

/** Bytes of the files of a package, without those of packages inside it. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => sum + (statSync(path).isDirectory() ? bytesOf(path) : statSync(path).size), 0)
}

test('a production install has what the service needs, in at most 60 MB', () => {
  const kept = named.filter(
    ([path, { dev, optional, devOptional }]) => !(dev ?? optional ?? devOptional) && existsSync(path),
  )
  expect(kept.map(([path]) => path)).toContain('node_modules/@electric-sql/pglite')
  expect(kept.map(([path]) => path)).not.toContain('node_modules/react')
  const bytes = kept.reduce((sum, [path]) => sum + bytesOf(path), 0)
  expect(bytes).toBeGreaterThan(20e6)
  expect(bytes).toBeLessThan(60e6)
})

test('the lockfile names no host, so that any registry serves an install', () => {
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('each dependency that is pinned, overridden or not imported has its reason', () => {
  const {
    devDependencies,
    dependencies,
    overrides = {},
  } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
  const { ignoreDependencies } = JSON.parse(readFileSync('knip.json', 'utf8')) as { ignoreDependencies: string[] }
  const all = Object.entries({ ...dependencies, ...devDependencies })
  const held = all.filter(([, version]) => !/^\^[1-9]/.test(version)).map(([name]) => name)
  const reasons = readFileSync('docs/decisions/0047-dependencies.md', 'utf8')
  const unusual = [...held, ...Object.keys(overrides), ...ignoreDependencies]
  expect(unusual.length).toBeGreaterThan(5)
  expect(unusual.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([])
})
