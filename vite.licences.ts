import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

interface Package {
  name: string
  version: string
  license?: string
}

const fileName = 'LICENSES.txt'
const legalFile = /^(?:licen[cs]e|notice|copying)(?:$|[.-])/i
const rule = '='.repeat(80)

/** The package folder that a module or an asset came from; undefined for Lyra's own files. */
function packageFolder(file: string): string | undefined {
  return /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(file)?.[1]
}

/** Name, version and licence of one package, then what its licence and notice files say. */
function describe(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  const texts = readdirSync(folder)
    .filter((file) => legalFile.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0 && license === undefined) throw new Error(`${name} ${version} says no licence`)
  return [`${name} ${version}${license === undefined ? '' : ` (${license})`}`, ...texts].join('\n\n')
}

/**
 * Writes the licences of every package whose code or files are in the built dashboard to `LICENSES.txt`. `collect` goes
 * into the builds of workers, which have plugins of their own and are finished before the page's.
 */
export function licences(): { collect: () => Plugin; write: Plugin } {
  const folders = new Set<string>()
  const add = (file: string): void => {
    const folder = packageFolder(file)
    if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder)
  }
  const addBundle = (bundle: Rolldown.OutputBundle): void => {
    for (const output of Object.values(bundle))
      for (const file of output.type === 'chunk' ? output.moduleIds : output.originalFileNames) add(resolve(file))
  }
  return {
    collect: () => ({
      name: 'lyra:collect-licences',
      generateBundle: (_, bundle) => addBundle(bundle),
    }),
    write: {
      name: 'lyra:licences',
      apply: 'build',
      generateBundle(_, bundle) {
        addBundle(bundle)
        const own = readFileSync(new URL('LICENSE', import.meta.url), 'utf8').trim()
        const parts = [...folders].map(describe).toSorted()
        const source = [`Lyra\n\n${own}`, ...parts].join(`\n\n${rule}\n`)
        this.emitFile({ type: 'asset', fileName, source: `${source}\n` })
      },
    },
  }
}
